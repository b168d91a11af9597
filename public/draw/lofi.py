"""Draws what the desktop of `lofi` is made of, into ../../style/looks/lofi/pixels.css: sky, hills, sun, clouds, stars, icons.

Everything is a picture of whole pixels (one here is three or six there) with a few colours, so each weighs some hundred
bytes and travels inside the stylesheet; the stylesheet scales it with `image-rendering:pixelated`. Needs Pillow.
"""

import base64
import io
import math
import pathlib
import random

from PIL import Image

STYLE = pathlib.Path(__file__).parent.parent.parent / "style" / "looks" / "lofi" / "pixels.css"

# looks, 4: six stops of the sky; four hills from back to front; sun, its glow in lit windows; cloud, its underside.
PALETTES = {
    "dusk": ("3b3563 5a4680 8a5a94 c57a96 eda58e f7cfa0", "8d5f8c 644a7b 453763 2e284b", "fdf0cc", "f9d9bf", "dba6a6"),
    "putty": ("3f6668 6e8f8d 9db3a4 c9cdb4 e6dcc0 f0e8d2", "5f8a86 44706e 2f5556 223f42", "fdf6e0", "e3e4d2", "b4c4b6"),
    "matcha": ("5f8058 a9c08b c3d29b dbe2b1 ece8c4 f5edd0", "6f9a5c 4f7c48 375f3a 27472e", "fdf7de", "eef2d4", "c9d8a8"),
    "standby": ("0b0d1e 12152b 1c2148 2b3166 433f7d 5f4d8a", "262b5c 1d2148 151838 0e1028", "cfd4f2", "2b3166", "1c2148"),
}
BAYER = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]


def rgba(code, alpha=255):
    return tuple(int(code[at:at + 2], 16) for at in (0, 2, 4)) + (alpha,)


def address(image):
    """A picture as an address; lossless WebP is the shortest for a few colours."""
    out = io.BytesIO()
    opaque = image.getextrema()[3][0] == 255
    (image.convert("RGB") if opaque else image).save(out, "WEBP", lossless=True, quality=100, method=6)
    return f'url("data:image/webp;base64,{base64.b64encode(out.getvalue()).decode()}")'


def sky(stops, rows):
    """Every interval between two stops in eight bands, each denser in the next colour (4 by 4 ordered dither)."""
    colors = [rgba(stop) for stop in stops.split()]
    image = Image.new("RGBA", (4, rows))
    for y in range(rows):
        band = min(39, y * 40 // rows)
        stop, dense = band // 8, band % 8 * 2
        for x in range(4):
            image.putpixel((x, y), colors[stop + (BAYER[y % 4][x] < dense)])
    return image


def veil(rows):
    """The same bands in black and white glass, over a colour that the owner chose."""
    image = Image.new("RGBA", (4, rows))
    for y in range(rows):
        band = min(39, y * 40 // rows)
        stop, dense = band // 8, band % 8 * 2
        glass = [(0, 0, 0, 76), (0, 0, 0, 0), (255, 255, 255, 34), (255, 255, 255, 68), (255, 255, 255, 102), (255, 255, 255, 128)]
        for x in range(4):
            image.putpixel((x, y), glass[stop + (BAYER[y % 4][x] < dense)])
    return image


WIDE, TALL = 240, 56


def ridge(at, base, waves):
    """The height of a hill at a column: waves that close after the width of the picture."""
    return round(base + sum(size * math.sin(2 * math.pi * turns * at / WIDE + phase) for turns, size, phase in waves))


def hills(shades, lamp):
    image = Image.new("RGBA", (WIDE, TALL), (0, 0, 0, 0))
    shades = [rgba(shade) for shade in shades.split()]
    ranges = [
        (39, [(3, 8, 0.4), (5, 4, 2.1), (8, 2, 0.7)]),
        (28, [(4, 6, 3.4), (7, 4, 0.2), (11, 2, 1.3)]),
        (19, [(5, 5, 1.0), (8, 3, 2.6), (13, 1.5, 0.1)]),
        (9, [(4, 3.5, 5.0), (9, 3, 1.9), (14, 1.2, 3.0)]),
    ]
    tops = [[ridge(x, base, waves) for x in range(WIDE)] for base, waves in ranges]
    for shade, top in zip(shades, tops):
        for x in range(WIDE):
            for y in range(max(0, TALL - top[x]), TALL):
                image.putpixel((x, y), shade)
        if shade == shades[2]:
            pines(image, shade, top, 7, 26)
    pines(image, shades[3], tops[3], 3, 34)
    house(image, shades[3], rgba(lamp), tops[3], 66)
    house(image, shades[3], rgba(lamp), tops[3], 187)
    return image


def pines(image, shade, top, seed, count):
    """Small firs along a ridge, in the ridge's own colour."""
    chance = random.Random(seed)
    for _ in range(count):
        x, tall = chance.randrange(WIDE), chance.choice((3, 4, 5))
        if 58 < x < 82 or 180 < x < 202:
            continue
        foot = TALL - top[x]
        for up in range(tall + 1):
            half = 0 if up >= tall - 1 else 1
            for side in range(-half, half + 1):
                spot = ((x + side) % WIDE, foot - up)
                if 0 <= spot[1] < TALL:
                    image.putpixel(spot, shade)


def house(image, shade, lamp, top, x):
    """Somebody else who left a light on."""
    foot = TALL - max(top[x:x + 9]) + 1
    for row, (start, end) in enumerate([(4, 5), (3, 6), (2, 7), (1, 8), (0, 9)] + [(1, 8)] * 6):
        for side in range(start, end):
            image.putpixel((x + side, foot - 9 + row), shade)
    for rise in (7, 8, 9):
        image.putpixel((x + 6, foot - rise), shade)
    for spot in ((3, 3), (4, 3), (3, 4), (4, 4)):
        image.putpixel((x + spot[0], foot - spot[1]), lamp)


def sun(color):
    """A disc of 36 pixels, its lower half in stripes that grow thinner."""
    image = Image.new("RGBA", (36, 36), (0, 0, 0, 0))
    gaps = {21, 25, 26, 29, 30, 32, 33, 34}
    for y in range(36):
        half = math.sqrt(max(0, 18 ** 2 - (y + 0.5 - 18) ** 2))
        for x in range(36):
            if abs(x + 0.5 - 18) <= half - 0.3 and y not in gaps:
                image.putpixel((x, y), rgba(color))
    return image


CLOUDS = [
    ["......######............", "...################.....", "#########################################", "....ooooooooooooooooooooooo....", ".........oooooooooo..........."],
    ["..........####..........", ".....###########........", "..###################...", "############################", "...oooooooooooooo..........."],
]


def cloud(rows, light, dark):
    image = Image.new("RGBA", (max(map(len, rows)), len(rows)), (0, 0, 0, 0))
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != ".":
                image.putpixel((x, y), rgba(light if mark == "#" else dark))
    return image


def stars(seed, count):
    """One of the three groups that twinkle; one pixel is three. More of them high up."""
    chance = random.Random(seed)
    image = Image.new("RGBA", (214, 150), (0, 0, 0, 0))
    for _ in range(count):
        spot = chance.randrange(214), int(chance.random() ** 1.6 * 150)
        image.putpixel(spot, rgba("fff8ec", chance.choice((255, 255, 170))))
    return image


INKS = {
    "#": "262038", "b": "86b6dd", "B": "6d9fcb", "g": "8fcfa6", "G": "74b58c", "w": "fffaf0", "p": "f2b8b8", "P": "dd9a9f",
    "r": "b8325f", "y": "f7d48a", "Y": "e3b25f", "s": "b9a893", "c": "f4ecdc", "d": "e6d8c4", "k": "1c1830", "l": "cfc4ee",
}


def art(rows):
    wide = max(map(len, rows))
    image = Image.new("RGBA", (wide, len(rows)), (0, 0, 0, 0))
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in INKS:
                image.putpixel((x, y), rgba(INKS[mark]))
    return image


ICONS = {
    "globe": """
......######......
....##bbbbbb##....
...#bbbggbbbbb#...
..#bbgggggbbgbb#..
.#bbgggggbbbggbb#.
.#bgggGggbbbggbB#.
#bbbgggggbbbbbbbB#
#bbbbgGgbbbbbbbbB#
#bbbbbggbbbbggbbB#
#bbbbbbgbbbggggbB#
#bbbbbbbbbggggGBB#
#bbbbbbbbbbgggGBB#
.#bbbgbbbbbggGBB#.
.#bbbbbbbbbgGBBB#.
..#bbbbbbbbBBBB#..
...#BBbbBBBBBB#...
....##BBBBBB##....
......######......""",
    "envelope": """
########################
#PppppppppppppppppppppP#
#wPpppppppppppppppppppw#
#wwPppppppppppppppppPww#
#wwwwPppppppppppppPwwww#
#wwwwwwPppppppppPwwwwww#
#wwwwwwwwPprrpPwwwwwwww#
#wwwwwwwwwrrrrwwwwwwwww#
#wwwwwwwwwrrrrwwwwwwwww#
#wwwwwwwwwwrrwwwwwwwwww#
#wwwwwwwwwwwwwwwwwwwwww#
#wwwwwwwwwwwwwwwwwwwwww#
#wwwwwwwwwwwwwwwwwwwwww#
#cccccccccccccccccccccc#
########################""",
    "mail": """
..................
..................
##################
#PppppppppppppppP#
#wPppppppppppppPw#
#wwPppppppppppPww#
#wwwwPppppppPwwww#
#wwwwwwPrrPwwwwww#
#wwwwwwrrrrwwwwww#
#wwwwwwwrrwwwwwww#
#wwwwwwwwwwwwwwww#
#wwwwwwwwwwwwwwww#
#wwwwwwwwwwwwwwww#
#cccccccccccccccc#
##################
..................""",
    "folder": """
.######..............
#yyyyyy#.............
#yyyyyyy###########..
#YYYYYYYYYYYYYYYYYY#.
#wwwwwwwwwwwwwwwwww#.
#yyyyyyyyyyyyyyyyyy#.
#yyyyyyyyyyyyyyyyyy#.
#yyyyyyyyyyyyyyyyyy#.
#yyyyyyyyyyyyyyyyyy#.
#yyyyyyyyyyyyyyyyyy#.
#yyyyyyyyyyyyyyyyyy#.
#YYYYYYYYYYYYYYYYYY#.
.##################..""",
    "page": """
.##########.......
.#wwwwwwww##......
.#wwwwwwww#d#.....
.#wwwwwwww#dd#....
.#wwwwwwww#####...
.#wwwwwwwwwwww#...
.#ww#######www#...
.#wwwwwwwwwwww#...
.#ww########ww#...
.#wwwwwwwwwwww#...
.#ww######wwww#...
.#wwwwwwwwwwww#...
.#ww#######www#...
.#wwwwwwwwwwww#...
.#wwwwwwwwwwww#...
.#cccccccccccc#...
.##############...""",
    "terminal": """
##################
#dddddddddddddddd#
#d#ddddddddddddrd#
##################
#kkkkkkkkkkkkkkkk#
#kpkkkkkkkkkkkkkk#
#kkpkkkkkkkkkkkkk#
#kkkpkkkkkkkkkkkk#
#kkpkkkkkkkkkkkkk#
#kpkkggggggkkkkkk#
#kkkkkkkkkkkkkkkk#
#kyyyykyykkkkkkkk#
#kkkkkkkkkkkkkkkk#
#kkkkkkkkkkkkkkkk#
##################""",
}
STEPS = 6
BARS, BLOCKS = 9, 13


def equaliser():
    """Six frames, side by side, of nine bars of blocks; a bar is 10 wide with 3 between, a block 5 high with 2 between."""
    chance = random.Random(4)
    first = [5, 8, 7, 12, 9, 4, 10, 7, 3]
    image = Image.new("RGBA", ((BARS * 13) * STEPS, BLOCKS * 7), (0, 0, 0, 0))
    for step in range(STEPS):
        for bar in range(BARS):
            tall = max(2, min(BLOCKS, first[bar] + (chance.randrange(-3, 4) if step else 0)))
            color = rgba("f7d48a" if bar in (2, 5, 8) else "8fcfa6")
            for block in range(tall):
                for x in range(10):
                    for y in range(5):
                        image.putpixel((step * BARS * 13 + bar * 13 + x, (BLOCKS - block) * 7 - 1 - y), color)
    return image


def dots():
    """The ordered pattern itself in sixteen greys, for photographs."""
    image = Image.new("RGBA", (4, 4))
    for y, row in enumerate(BAYER):
        for x, level in enumerate(row):
            image.putpixel((x, y), (level * 16 + 8,) * 3 + (255,))
    return image


def stacked(images):
    """Pictures of one width in rows: whatever repeats beside itself still does."""
    sheet = Image.new("RGBA", (images[0].width, sum(image.height for image in images)), (0, 0, 0, 0))
    top = 0
    for image in images:
        sheet.paste(image, (0, top))
        top += image.height
    return sheet


def above_hills(range_, disc, clouds):
    """The hills, and under them, a row apart: the sun, and beside it the clouds (../../style/looks/lofi/scene.css)."""
    sheet = Image.new("RGBA", (WIDE, TALL + 1 + disc.height), (0, 0, 0, 0))
    sheet.paste(range_, (0, 0))
    sheet.paste(disc, (0, TALL + 1))
    for at, drawn in enumerate(clouds):
        sheet.paste(drawn, (disc.width + 1, TALL + 1 + at * (drawn.height + 1)))
    return sheet


def icons():
    """All in a row, a column apart: the stylesheets count from there."""
    drawn = [art(rows.strip("\n").split("\n")) for rows in ICONS.values()]
    sheet = Image.new("RGBA", (sum(icon.width + 1 for icon in drawn) - 1, max(icon.height for icon in drawn)), (0, 0, 0, 0))
    left = 0
    for name, icon in zip(ICONS, drawn):
        print(f"{name}: {icon.width} by {icon.height} at {left} of {sheet.width} by {sheet.height}")
        sheet.paste(icon, (left, 0))
        left += icon.width + 1
    return sheet


def main():
    out = ["/* Written by public/draw/lofi.py: the desktop in whole pixels. */"]
    for name, (stops, shades, disc, light, dark) in PALETTES.items():
        parts = {
            "heaven": sky(stops, 497), "heaven-tall": sky(stops, 795),
            "hills": above_hills(hills(shades, disc), sun(disc), [cloud(shape, light, dark) for shape in CLOUDS]),
        }
        body = ";".join(f"--{key}:{address(image)}" for key, image in parts.items())
        out.append(f".page[data-look=lofi][data-palette={name}]{{{body}}}")
    parts = {"stars": stacked([stars(seed, 15) for seed in (2, 9, 17)]), "px-icons": icons(), "px-bars": equaliser()}
    parts["px-dots"] = dots()
    parts["veil"] = veil(497)
    body = ";".join(f"--{key}:{address(image)}" for key, image in parts.items())
    out.append(f".page[data-look=lofi]{{{body}}}")
    STYLE.write_text("\n".join(out) + "\n")
    print(STYLE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
