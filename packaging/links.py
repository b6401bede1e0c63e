#!/usr/bin/env python3
"""Checks that what a README links to and shows is in its folder: packaging/links.py FOLDER"""

import re
import sys
from pathlib import Path

folder = Path(sys.argv[1])
text = (folder / "README.md").read_text(encoding="utf-8")
links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
here = [link for link in links if link and not re.match(r"https?://", link)]
missing = [link for link in here if not (folder / link).exists()]
if missing or not here:
    sys.exit(f"README.md: not in the package: {', '.join(missing) or 'any link'}")
