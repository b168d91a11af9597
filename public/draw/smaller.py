#!/usr/bin/env python3
"""Makes the sample pictures as small as the pages show them: run after dahlia.py, kiln.py and crops.py, on their output.

    pip install pillow==13.0.0
    python3 smaller.py FOLDER
"""
import sys
from pathlib import Path

from PIL import Image

# Width in pixels and quality of each.
SIZES = {"dahlia": (860, 56), "kiln": (760, 58), "cat": (460, 56), "cat-face": (360, 60), "coffee": (760, 58), "stars": (420, 62)}


def main():
    for name, (width, quality) in SIZES.items():
        file = Path(sys.argv[1]) / f"{name}.webp"
        picture = Image.open(file).convert("RGB")
        height = round(picture.height * width / picture.width)
        picture.resize((width, height), Image.LANCZOS).save(file, "WEBP", quality=quality, method=6)


main()
