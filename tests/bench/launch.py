"""Starts one command and tells what it took: python -I -S launch.py OUTPUT COMMAND…

A process of its own, and a small one: Linux counts into `ru_maxrss` of a command what the process held that
started it. Prints exit status, seconds, processor seconds and KiB; what the command says goes to OUTPUT.
"""

import os
import sys
import time

said = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
files = [(os.POSIX_SPAWN_DUP2, said, 1), (os.POSIX_SPAWN_DUP2, said, 2)]
start = time.perf_counter()
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, file_actions=files)
_, status, usage = os.wait4(process, 0)
seconds = time.perf_counter() - start
print(os.waitstatus_to_exitcode(status), seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
