"""`python -m rulings` is the command `rulings`."""

import sys

from rulings.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
