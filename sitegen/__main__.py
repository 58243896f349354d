"""`python -m sitegen`."""

from sitegen.cli import main

if __name__ == "__main__":
    main()
