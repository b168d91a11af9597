#!/usr/bin/env python3
"""Makes the sample pictures as small as the pages show them: AVIF at twice the size they have on a phone.

    pip install pillow==13.0.0
    python3 smaller.py FROM TO

FROM is the folder that dahlia.py, kiln.py and crops.py wrote to.
"""
import sys
from pathlib import Path

from PIL import Image

# Width in pixels and quality of each.
SIZES = {"dahlia": (720, 54), "kiln": (640, 55), "cat": (340, 54), "cat-face": (264, 56), "coffee": (640, 54), "stars": (280, 56)}


def main():
    source, out = map(Path, sys.argv[1:3])
    for name, (width, quality) in SIZES.items():
        picture = Image.open(source / f"{name}.webp").convert("RGB")
        height = round(picture.height * width / picture.width)
        small = picture.resize((width, height), Image.LANCZOS)
        small.save(out / f"{name}.avif", "AVIF", quality=quality, speed=0, subsampling="4:2:0")
        print(f"{name}: {width} x {height}, {(out / f'{name}.avif').stat().st_size} bytes")


main()
