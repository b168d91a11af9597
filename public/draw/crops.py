#!/usr/bin/env python3
"""Cuts cat, cat-face, coffee and stars out of scikit-image's sample pictures.

    pip install pillow==13.0.0
    pip download --no-deps scikit-image==0.26.0 && unzip scikit_image-*.whl 'skimage/data/*'
    python3 crops.py skimage/data OUT
"""
import sys
from pathlib import Path

from PIL import Image, ImageEnhance, ImageFilter


def cut(picture, box, size, turn=0, colour=1.0, sharpen=60):
    """`box` of the picture, turned by degrees about its middle, at `size`."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    scale = size[0] / (box[2] - box[0])
    width, height = (round(side * scale) for side in picture.size)
    large = picture.resize((width, height), Image.LANCZOS)
    centre = (middle[0] * scale, middle[1] * scale)
    large = large.rotate(turn, Image.BICUBIC, center=centre)
    left, top = round(centre[0] - size[0] / 2), round(centre[1] - size[1] / 2)
    part = large.crop((left, top, left + size[0], top + size[1]))
    part = ImageEnhance.Color(part).enhance(colour)
    return part.filter(ImageFilter.UnsharpMask(2, sharpen, 2))


def main():
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    chelsea = Image.open(data / "chelsea.png").convert("RGB")
    coffee = Image.open(data / "coffee.png").convert("RGB")
    hubble = Image.open(data / "hubble_deep_field.jpg").convert("RGB")
    made = {
        "cat": cut(chelsea, (129, 3, 277, 299), (560, 1120), colour=1.06),
        "cat-face": cut(chelsea, (116, 40, 350, 274), (480, 480), turn=8, colour=1.06),
        "coffee": cut(coffee, (0, 12, 600, 350), (960, 540), colour=1.02),
        "stars": cut(hubble, (64, 0, 936, 872), (640, 640), sharpen=0),
    }
    for name, picture in made.items():
        picture.save(out / f"{name}.webp", quality=80, method=6)


if __name__ == "__main__":
    main()
