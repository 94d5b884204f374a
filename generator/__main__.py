"""`python -m generator` is the command `theatrum`."""

import sys

from generator.cli import main

sys.exit(main())
