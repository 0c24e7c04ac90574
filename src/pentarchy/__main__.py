"""`python -m pentarchy` is the command `pentarchy`."""

import sys

from pentarchy.cli import main

if __name__ == "__main__":
    sys.exit(main())
