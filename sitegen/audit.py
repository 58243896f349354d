"""The score of the checks: change rules, engine, prose, lexicons and pages, and count what is noticed.

A mutant is one small change. It is caught in a language if the checks of that language alone report a
problem; the text itself has none. A mutant of the engine that changes no answer to thousands of random
positions and deals under the site's rule sets is equivalent, and is left out.
"""

from __future__ import annotations

import ast
import copy
import inspect
import json
import random
import re
import tempfile
import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from sitegen import render, site
from sitegen.catalog import Key, Use
from sitegen.content.rules import load_rule_sets
from sitegen.diagnostics import Text
from sitegen.engine import SWITCHES, RuleSet, play, rules, solve
from sitegen.engine import score as _score_function
from sitegen.facts import Fact, FactTable, constants, facts
from sitegen.prose import words as vocabulary_words
from sitegen.prose.check import Scope, Vocabulary, check_message
from sitegen.prose.claims import PREDICATES, Claim, sentence
from sitegen.prose.laws import LAWS, positions, rows
from sitegen.prose.lexicon import CLASSES, Lexicon, build_lexicon, expand
from sitegen.prose.spans import KINDS, Node, leaves, name, parse, read, spans, truth
from sitegen.prose.text import tokens
from sitegen.reread import reread
from sitegen.site import Project

BASELINE = "content/audit.json"
"""The committed score, from the project's root: it may only rise."""
