"""Lays the pieces that `painted.py` painted onto two sheets, so that a page asks for two pictures and not for two dozen.

`washes.avif` holds what lies behind the page, `shapes.avif` all that objects are cut with. Where each piece lies goes
into `style/looks/painted/shapes.css`, a variable a piece that a `mask` or `background` takes whole, and into
`painted_sheet.json` beside this file, from which a piece that was not painted again is cut out of the old sheet.
Needs Pillow 12 or newer, for AVIF.
"""

import json
import pathlib

from PIL import Image

HERE = pathlib.Path(__file__).parent
OUT = HERE.parent / "looks" / "painted"
MAP = HERE / "painted_sheet.json"
STYLE = HERE.parent.parent / "style" / "looks" / "painted" / "shapes.css"
# Neighbours shine through where a piece is drawn smaller, so each keeps its distance, its own rim drawn out into it.
GUTTER = 8
# Width, quality, and how much smaller a piece may be than it was painted: washes are soft, and torn edges forgive much.
SHEETS = {"washes": (1020, 32, .75), "shapes": (1240, 25, .75)}


def pieces():
    """Every piece by its sheet and name: painted just now, or as it lies on the sheet."""
    places = json.loads(MAP.read_text()) if MAP.exists() else {}
    found = {sheet: {} for sheet in SHEETS}
    for sheet, members in places.items():
        old = Image.open(OUT / f"{sheet}.avif").convert("RGBA")
        for name, (x, y, width, height) in members.items():
            found[sheet][name] = old.crop((x, y, x + width, y + height))
    for path in sorted(OUT.glob("*.png")):
        image = Image.open(path).convert("RGBA")
        if path.stem == "sprigs":
            wide = image.width // 4
            for at in range(4):
                found["shapes"][f"sprig-{at}"] = image.crop((at * wide, 0, (at + 1) * wide, image.height))
        else:
            sheet = "washes" if path.stem.startswith("wash-") else "shapes"
            scale = SHEETS[sheet][2]
            size = (round(image.width * scale), round(image.height * scale))
            found[sheet][path.stem] = image if scale == 1 else image.resize(size, Image.LANCZOS)
        path.unlink()
    return found


def packed(images, width):
    """Shelves from the tallest piece to the lowest; the places and the height they need."""
    places, x, y, shelf = {}, 0, 0, 0
    for name, image in sorted(images.items(), key=lambda item: (-item[1].height, item[0])):
        wide, tall = image.width + 2 * GUTTER, image.height + 2 * GUTTER
        if x + wide > width:
            x, y, shelf = 0, y + shelf, 0
        places[name] = (x + GUTTER, y + GUTTER, image.width, image.height)
        x, shelf = x + wide, max(shelf, tall)
    return places, y + shelf


def laid(image):
    """The piece with its rim drawn out into the gutter."""
    whole = Image.new("RGBA", (image.width + 2 * GUTTER, image.height + 2 * GUTTER))
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        for step in range(GUTTER, 0, -1):
            whole.paste(image, (GUTTER + dx * step, GUTTER + dy * step))
    whole.paste(image, (GUTTER, GUTTER))
    return whole


def main():
    rules, places = "", {}
    for sheet, images in pieces().items():
        width, quality, _ = SHEETS[sheet]
        places[sheet], height = packed(images, width)
        canvas = Image.new("RGBA", (width, height))
        for name, (x, y, _, _) in places[sheet].items():
            canvas.paste(laid(images[name]), (x - GUTTER, y - GUTTER))
        canvas.save(OUT / f"{sheet}.avif", quality=quality, speed=2)
        rules += f"  --painted-{sheet}:url(/looks/painted/{sheet}.avif);\n"
        for name, (x, y, wide, tall) in sorted(places[sheet].items()):
            at = f"{100 * x / (width - wide):.4g}% {100 * y / (height - tall):.4g}%"
            size = f"{100 * width / wide:.5g}% {100 * height / tall:.5g}%"
            rules += f"  --of-{name}:var(--painted-{sheet}) {at}/{size} no-repeat;\n"
        print(f"{sheet}: {width} by {height}, {(OUT / f'{sheet}.avif').stat().st_size} bytes")
    MAP.write_text(json.dumps(places, indent=1, sort_keys=True) + "\n")
    STYLE.write_text(
        "/* Where each shape lies on its sheet, written by public/draw/painted_sheet.py. */\n"
        f".page[data-look=painted]{{\n{rules}}}\n")


if __name__ == "__main__":
    main()
