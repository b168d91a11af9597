"""Paints what `painted` is made of, into ../looks/painted: washes, deckles, wax, paper tooth, as small pictures.

Everything is a shape put through the filters of the look (looks, 5) once, here, so that a visitor's browser
only lays pictures. All but the tooth, the seal and the stamp are alpha alone: pages use them as masks and give
the colour. Needs Chromium and Pillow. `python3 painted.py [name ...]` paints all, or the named ones; then
`python3 painted_sheet.py` lays them onto the sheets that pages ask for.
"""

import base64
import io
import math
import pathlib
import random
import subprocess
import sys
import tempfile

from PIL import Image, ImageFilter

OUT = pathlib.Path(__file__).parent.parent / "looks" / "painted"
STYLE = pathlib.Path(__file__).parent.parent.parent / "style" / "looks" / "painted" / "deckles.css"
# Paper must be there with its words, so its edges travel inside the stylesheet (9 kB); all else may follow.
INSIDE = ["sheet-s", "sheet-w", "sheet-t", "sheet-l", "flap", "strip"]
PIECES = {}


def piece(width, height, scale=2, keep=False):
    """Registers a drawing: design size, pixels per design pixel, and whether its colours are kept."""

    def register(draw):
        PIECES[draw.__name__.replace("_", "-")] = (draw, width, height, scale, keep)
        return draw

    return register


def turbulence(name, frequency, octaves, seed, kind="fractalNoise"):
    return (f'<feTurbulence type="{kind}" baseFrequency="{frequency}" numOctaves="{octaves}" seed="{seed}" '
            f'stitchTiles="noStitch" result="{name}"/>')


def displaced(scale, frequency, seed, octaves=4, blur=0):
    """The shape with its edge pushed about."""
    after = f'<feGaussianBlur stdDeviation="{blur}"/>' if blur else ""
    return (turbulence("n", frequency, octaves, seed)
            + f'<feDisplacementMap in="SourceGraphic" in2="n" scale="{scale}" xChannelSelector="R" yChannelSelector="G"/>{after}')


def wash(seed, frequency=".008", scale=46, pool=22, thin=.62, bloom=".007 .011", bloom_k=(2.4, -.42), grain=(.7, .62)):
    """Pigment in water: the interior thins, the rim keeps pigment, blooms open, grain settles (looks, 5)."""
    k, c = bloom_k
    g, d = grain
    return (turbulence("n", frequency, 4, seed)
            + f'<feDisplacementMap in="SourceGraphic" in2="n" scale="{scale}" xChannelSelector="R" yChannelSelector="G" result="d"/>'
            + '<feGaussianBlur in="d" stdDeviation=".9" result="soft"/>'
            + f'<feGaussianBlur in="d" stdDeviation="{pool}" result="pool"/>'
            + f'<feComposite in="soft" in2="pool" operator="arithmetic" k2="1" k3="{-thin}" result="rim"/>'
            + turbulence("b", bloom, 4, seed + 7)
            + f'<feColorMatrix in="b" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 {k} 0 0 0 {c}" result="bloom"/>'
            + '<feComposite in="rim" in2="bloom" operator="in" result="bloomed"/>'
            + turbulence("g", ".55", 2, seed + 3)
            + f'<feColorMatrix in="g" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 {g} 0 0 0 {d}" result="grain"/>'
            + '<feComposite in="bloomed" in2="grain" operator="in"/>')


def svg(width, height, steps, shapes, extra=""):
    filters = "".join(
        f'<filter id="f{at}" filterUnits="userSpaceOnUse" x="-200" y="-200" width="{width + 400}" height="{height + 400}" '
        f'color-interpolation-filters="sRGB">{step}</filter>' for at, step in enumerate(steps))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'style="display:block"><defs>{filters}{extra}</defs>{shapes}</svg>')


def rect(x, y, w, h, rx=0, at=0):
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{rx}" filter="url(#f{at})"/>'


def blob(cx, cy, rx, ry, seed, lobes=9, rough=.16):
    """A closed curve through points on a rough ellipse."""
    rng = random.Random(seed)
    points = []
    for i in range(lobes):
        a = math.tau * i / lobes
        k = 1 + rng.uniform(-rough, rough)
        points.append((cx + math.cos(a) * rx * k, cy + math.sin(a) * ry * k))
    mid = lambda p, q: ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
    start = mid(points[-1], points[0])
    path = f"M{start[0]:.1f} {start[1]:.1f}"
    for p, q in zip(points, points[1:] + points[:1]):
        m = mid(p, q)
        path += f"Q{p[0]:.1f} {p[1]:.1f} {m[0]:.1f} {m[1]:.1f}"
    return path + "z"


# Paper.

@piece(512, 512, scale=1, keep=True)
def tooth():
    """Cold-pressed grain, as shade over any colour: lit from the upper left."""
    light = ('<feTurbulence type="fractalNoise" baseFrequency=".055 .06" numOctaves="4" seed="4" stitchTiles="stitch"/>'
             '<feDiffuseLighting surfaceScale="1.05" lighting-color="#fff"><feDistantLight azimuth="225" elevation="62"/></feDiffuseLighting>')
    return svg(512, 512, [light], '<rect width="512" height="512" filter="url(#f0)"/>').replace(
        'x="-200" y="-200" width="912" height="912"', 'x="0" y="0" width="512" height="512"')


def deckle(width, height, seed):
    return svg(width, height, [displaced(9, ".035", seed)], rect(4.5, 4.5, width - 9, height - 9))


@piece(270, 270, scale=2)
def sheet_s():
    return deckle(270, 270, 3)


@piece(574, 270, scale=2)
def sheet_w():
    return deckle(574, 270, 8)


@piece(270, 574, scale=2)
def sheet_t():
    return deckle(270, 574, 15)


@piece(574, 574, scale=1.5)
def sheet_l():
    return deckle(574, 574, 21)


@piece(640, 72, scale=1.5)
def strip():
    """Torn along a ruler: straight above and below, torn at the ends."""
    return svg(640, 72, [displaced(7, ".02 .05", 5)], rect(4, 4, 632, 64))


@piece(276, 116, scale=2)
def flap():
    shape = "M4 4H272V96Q270 108 230 110Q140 113 46 110Q6 108 4 96z"
    return svg(276, 116, [displaced(8, ".035", 12)], f'<path d="{shape}" filter="url(#f0)"/>')


# Pictures' edges.

def rough(width, height, seed, scale=30):
    return svg(width, height, [displaced(scale, ".012 .05", seed, blur=.35)], rect(15, 13, width - 30, height - 26))


@piece(520, 460, scale=1.5)
def rough_l():
    return rough(520, 460, 3)


@piece(230, 462, scale=1.5)
def rough_t():
    return rough(230, 462, 9, 24)


@piece(230, 190, scale=2)
def rough_s():
    return rough(230, 190, 4, 20)


@piece(530, 200, scale=1.5)
def rough_w():
    return rough(530, 200, 6, 26)


def bleed(width, height, seed):
    """A painting that runs wet off its own edge: brushed on the left, lobed on the right."""
    left = f'<rect x="14" y="12" width="{width * .66}" height="{height - 24}" filter="url(#f0)"/>'
    right = (f'<path d="M{width * .4} 14H{width * .7}Q{width * .98} {height * .18} {width * .95} {height * .52}'
             f'Q{width * .98} {height * .86} {width * .68} {height - 16}H{width * .4}z" filter="url(#f1)"/>')
    return svg(width, height, [displaced(22, ".014 .045", seed), displaced(64, ".013 .02", seed + 2, 5, .9)], left + right)


@piece(330, 250, scale=1.5)
def bleed_w():
    return bleed(330, 250, 7)


@piece(340, 180, scale=1.5)
def bleed_v():
    return bleed(340, 180, 5)


@piece(260, 190, scale=1.5)
def bleed_s():
    """The same, running off at the foot."""
    top = '<rect x="14" y="11" width="232" height="110" filter="url(#f0)"/>'
    foot = '<path d="M16 90H244Q252 140 214 158Q170 184 128 172Q70 184 38 154Q6 132 16 90z" filter="url(#f1)"/>'
    return svg(260, 190, [displaced(18, ".03 .02", 7), displaced(42, ".018 .014", 11, 5, .9)], top + foot)


# Water and pigment.

@piece(760, 420, scale=1)
def wash_1():
    """Off the upper left corner."""
    shape = "M-120-120H680C720 0 690 110 630 190C520 220 440 290 350 350C250 370 180 340 110 350C20 340-60 290-120 280z"
    return svg(760, 420, [wash(5, ".008", 70, 18, .56, bloom=".006 .009", bloom_k=(2.5, -.38))], f'<path d="{shape}" filter="url(#f0)"/>')


@piece(760, 420, scale=1)
def wash_2():
    """Off the upper right corner, in two layers."""
    one = "M60-120H900V300C800 320 700 260 560 330C430 360 330 280 250 220C150 170 40 60 60-120z"
    two = "M300-100H900V160C700 150 640 230 480 190C360 150 330 60 300-100z"
    steps = [wash(18, ".008", 70, 18, .54, bloom=".006 .009", bloom_k=(2.5, -.38)), wash(31, ".009", 60, bloom_k=(2.4, -.7))]
    return svg(760, 420, steps, f'<path d="{one}" filter="url(#f0)"/><path d="{two}" filter="url(#f1)" opacity=".5"/>')


@piece(560, 460, scale=1)
def wash_3():
    """A bloom that was touched twice."""
    one = blob(280, 240, 215, 165, 4)
    two = blob(330, 150, 160, 95, 11)
    steps = [wash(44, ".007", 60, thin=.5), wash(3, ".009", 46, thin=.5)]
    return svg(560, 460, steps, f'<path d="{one}" filter="url(#f0)"/><path d="{two}" filter="url(#f1)" opacity=".7"/>')


@piece(620, 640, scale=1)
def wash_4():
    """Tall and uneven, for behind a section."""
    shape = "M40 90C160 20 330 60 470 40C590 60 600 220 520 300C570 420 420 520 300 500C240 600 60 600 40 470C100 380-10 300 40 90z"
    return svg(620, 640, [wash(9, ".008", 60)], f'<path d="{shape}" filter="url(#f0)"/>')


@piece(240, 240, scale=1.5)
def ring():
    """The wash the portrait lies in."""
    a, b = blob(120, 121, 112, 110, 6, 11, .07), blob(132, 104, 96, 92, 9, 9, .1)
    steps = [wash(12, ".014", 26, 8, .42, bloom=".012 .018", bloom_k=(2, 0)), wash(5, ".016", 24, 8, .5)]
    return svg(240, 240, steps, f'<path d="{a}" filter="url(#f0)"/><path d="{b}" filter="url(#f1)" opacity=".7"/>')


@piece(168, 168, scale=2)
def face():
    """The brushed edge of the portrait."""
    return svg(168, 168, [displaced(9, ".03", 5)], '<circle cx="84" cy="84" r="78" filter="url(#f0)"/>')


@piece(270, 270, scale=1.5)
def note():
    """A wash alone, to write on."""
    one = rect(14, 14, 242, 242, 26, 0)
    return svg(270, 270, [wash(15, ".02", 24, 8, .56, ".009 .013", (2, -.05))], one)


@piece(276, 110, scale=1.5)
def flat():
    """Two flat strokes on a flap: a second layer over the upper half."""
    two = rect(6, 5, 264, 50, 3, 1)
    flat = [wash(6, ".012 .03", 10, 7, .45, ".009 .014", (2.2, -.25)), wash(22, ".012 .03", 12, 7, .4, ".01 .016", (2.2, -.3))]
    return svg(276, 110, flat, rect(6, 6, 264, 98, 6, 0) + f'<g opacity=".75">{two}</g>')


@piece(360, 270, scale=1)
def flood():
    """The wash a wet painting lies in."""
    shape = "M12 14H214Q338 20 344 128Q346 226 226 256H12z"
    steps = [wash(5, ".012", 34, 10, .5, ".008 .012", (2.2, -.2))]
    return svg(360, 270, steps, f'<path d="{shape}" filter="url(#f0)"/>')


@piece(580, 170, scale=1.5)
def triangle():
    """The wash on an envelope's flap."""
    return svg(580, 170, [wash(8, ".012 .03", 12, 7, .5, ".006 .012", (2.2, -.3))],
               '<path d="M26 8L554 8Q420 80 318 146Q290 162 262 146Q160 80 26 8z" filter="url(#f0)"/>')


def dab(seed, second):
    steps = [wash(seed, ".03", 12, 5, .3, ".03", (1.4, .35)), wash(seed + 5, ".03", 12, 5, .3, ".04", (2, -.1))]
    a, b = blob(32, 28, 29, 25, seed, 9, .1), blob(32 + second, 36, 20, 14, seed + 2, 7, .2)
    return svg(64, 56, steps, f'<path d="{a}" filter="url(#f0)"/><path d="{b}" filter="url(#f1)" opacity=".9"/>')


@piece(64, 56, scale=2)
def dab_1():
    return dab(3, 8)


@piece(64, 56, scale=2)
def dab_2():
    return dab(26, -6)


@piece(340, 52, scale=1.5)
def brush():
    """One dry stroke."""
    stroke = (turbulence("n", ".008 .06", 4, 7)
              + '<feDisplacementMap in="SourceGraphic" in2="n" scale="24" xChannelSelector="R" yChannelSelector="G" result="d"/>'
              + turbulence("h", ".006 .26", 3, 12)
              + '<feColorMatrix in="h" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 3.2 0 0 0 -.62" result="hair"/>'
              + '<feComposite in="d" in2="hair" operator="in" result="dry"/>'
              + '<feComposite in="d" in2="dry" operator="arithmetic" k2=".56" k3=".3"/>')
    return svg(340, 52, [stroke], '<path d="M14 10L240 5Q300 5 322 13L318 38Q240 40 180 45L24 46Q10 32 14 10z" filter="url(#f0)"/>')


# Objects.

def lobed(cx, cy, radius, seed, lobes=11, deep=.042):
    """A round with lobes that are not alike, as poured wax has."""
    rng = random.Random(seed)
    places = [math.tau * (i + rng.uniform(-.26, .26)) / lobes for i in range(lobes)]
    points = []
    for i in range(180):
        a = math.tau * i / 180
        near = min(abs((a - at + math.pi) % math.tau - math.pi) for at in places)
        r = radius * (1 + deep * math.cos(min(near * lobes / 2, math.pi)) + .018 * math.sin(2 * a + seed) + .012 * math.sin(3 * a))
        points.append(f"{cx + math.cos(a) * r:.1f} {cy + math.sin(a) * r:.1f}")
    return "M" + "L".join(points) + "z"


def wax(well):
    """A pool of wax, pressed: grey for a hard light over the colour; highlights are warm."""
    sun = '<feDistantLight azimuth="228" elevation="52"/>'
    steps = ('<feComponentTransfer in="SourceAlpha" result="solid"><feFuncA type="linear" slope="4"/></feComponentTransfer>'
             '<feGaussianBlur in="SourceAlpha" stdDeviation="2.4" result="h"/>'
             f'<feDiffuseLighting in="h" surfaceScale="9" lighting-color="#fff" result="lit">{sun}</feDiffuseLighting>'
             f'<feSpecularLighting in="h" surfaceScale="8" specularExponent="16" specularConstant=".9" lighting-color="#ffdcae" result="spec">{sun}</feSpecularLighting>'
             '<feColorMatrix in="lit" values=".4 0 0 0 .07 0 .4 0 0 .07 0 0 .4 0 .07 0 0 0 1 0" result="base"/>'
             '<feComposite in="base" in2="spec" operator="arithmetic" k2="1" k3=".4" result="sum"/>'
             '<feComposite in="sum" in2="solid" operator="in"/>')
    outer, inner = lobed(140, 140, 124, 4), lobed(140, 140, 108, 4, deep=.03)
    shapes = (f'<g filter="url(#f0)"><path d="{outer}" fill-opacity=".7"/>'
              f'<path d="{inner}" fill="none" stroke="#000" stroke-opacity=".62" stroke-width="17"/>'
              f'<circle cx="140" cy="139" r="{well}" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="7"/></g>')
    return svg(280, 280, [steps], shapes)


@piece(280, 280, scale=1.5, keep=True)
def seal():
    return wax(86)


def leaf(x, y, length, turn, wide):
    return (f'<path transform="translate({x} {y}) rotate({turn})" '
            f'd="M0 0C{length * .3} {-wide} {length * .75} {-wide} {length} 0C{length * .7} {wide * .9} {length * .3} {wide * .8} 0 0z"/>')


def sprig(kind, rng):
    stem = '<path d="M46 170C44 130 50 90 46 20" fill="none" stroke="#000" stroke-width="2.4" stroke-linecap="round"/>'
    leaves = ""
    for i in range(4):
        y, side = 140 - i * 32, -1 if i % 2 else 1
        if kind == 0:
            leaves += (leaf(46, y, 48 - i * 4, -38 if side > 0 else -142, 15) + (leaf(46, y - 16, 42 - i * 4, -144 if side > 0 else -36, 13) if i < 3 else ""))
        elif kind == 1:
            for s in (-1, 1):
                leaves += leaf(46, y, 40 - i * 5, -90 + s * 62, 6) + leaf(46, y - 14, 34 - i * 5, -90 + s * 58, 5)
        elif kind == 2:
            for s in (-1, 1):
                cx, cy = 46 + s * (18 - i * 2), y - 10
                leaves += f'<circle cx="{cx}" cy="{cy}" r="{13 - i * 1.6}"/>'
        else:
            for s in (-1, 1):
                leaves += leaf(46, y, 20 + i, -90 + s * 50, 4)
                leaves += f'<circle cx="{46 + s * (24 - i * 2)}" cy="{y - 22}" r="{5.5 - i * .5}"/>'
    leaves += leaf(46, 28, 28, -84, 10) if kind != 2 else '<circle cx="46" cy="14" r="9"/>'
    return stem, leaves


@piece(384, 180, scale=2)
def sprigs():
    """Four pressed plants, side by side."""
    steps = [wash(9, ".04", 6, 3.5, .42, ".03 .04", (2.6, -.35)), displaced(4, ".05", 3)]
    out = ""
    for kind in range(4):
        stem, leaves = sprig(kind, random.Random(kind))
        out += f'<g transform="translate({kind * 96} 0)"><g filter="url(#f1)" opacity=".75">{stem}</g><g filter="url(#f0)">{leaves}</g></g>'
    return svg(384, 180, steps, out)


@piece(66, 78, scale=2, keep=True)
def stamp():
    """A painted postage stamp: sky, sun, two hills, perforated."""
    holes = "".join(f'<circle cx="{x}" cy="{y}" r="2.2" fill="#000"/>' for x in [i * 6.6 for i in range(11)] for y in (0, 78))
    holes += "".join(f'<circle cx="{x}" cy="{y}" r="2.2" fill="#000"/>' for y in [i * 6.5 for i in range(13)] for x in (0, 66))
    picture = ('<g filter="url(#f0)"><rect x="7" y="7" width="52" height="64" fill="#8fb4d4"/><rect x="7" y="26" width="52" height="30" fill="#c6d6e0"/>'
               '<circle cx="40" cy="25" r="9.5" fill="#e8964a"/><path d="M7 56Q22 38 38 52T59 46V71H7z" fill="#7fa08c"/>'
               '<path d="M7 64Q26 50 44 62T59 60V71H7z" fill="#4f7a72"/></g>')
    mask = f'<mask id="p"><rect width="66" height="78" fill="#fff"/>{holes}</mask>'
    return svg(66, 78, [displaced(5, ".06", 4, 3, .4)], f'<g mask="url(#p)"><rect width="66" height="78" fill="#fdf8ec"/>{picture}</g>', mask)


@piece(126, 62, scale=2)
def postmark():
    lines = "".join(f'<path d="M60 {y}q9-7 18 0t18 0t18 0t9 0" />' for y in (18, 28, 38, 48))
    shape = f'<g fill="none" stroke="#000" stroke-width="2" filter="url(#f0)"><circle cx="31" cy="31" r="26"/><circle cx="31" cy="31" r="19" stroke-width="1.4"/>{lines}</g>'
    return svg(126, 62, [displaced(4, ".06", 8)], shape)


@piece(96, 96, scale=2)
def disc():
    return svg(96, 96, [displaced(5, ".04", 8)], '<circle cx="48" cy="48" r="43" filter="url(#f0)"/>')


def photograph(markup, width, height, scale):
    """The drawing as Chromium draws it, with what is empty left clear."""
    with tempfile.TemporaryDirectory() as folder:
        page, shot = pathlib.Path(folder, "p.html"), pathlib.Path(folder, "p.png")
        page.write_text(f"<!doctype html><body style='margin:0;overflow:hidden'>{markup}")
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--default-background-color=00000000",
             f"--force-device-scale-factor={scale}", f"--window-size={max(width, 520)},{max(height, 300) + 120}",
             f"--screenshot={shot}", page.as_uri()], check=True, stderr=subprocess.DEVNULL)
        return Image.open(shot).convert("RGBA").crop((0, 0, round(width * scale), round(height * scale)))


def softened(tile):
    """A tile without what is finer than a pixel, which costs bytes and is not seen; it still repeats without a seam."""
    wide, high = tile.size
    around = Image.new("L", (wide + 16, high + 16))
    for left in (8 - wide, 8, 8 + wide):
        for top in (8 - high, 8, 8 + high):
            around.paste(tile, (left, top))
    return around.filter(ImageFilter.GaussianBlur(1)).crop((8, 8, 8 + wide, 8 + high))


def finish(name, image):
    """Turns light into shade for the tooth, six times as deep as pages show it: Chromium takes the lowest sixteen steps of
    AVIF's transparency for nothing. Leaves the others."""
    if name != "tooth":
        return image
    light = image.convert("L")
    shade = softened(light.point(lambda level: max(0, min(255, (248 - level) * 3))))
    return Image.merge("RGBA", (Image.new("L", light.size, 58), Image.new("L", light.size, 44), Image.new("L", light.size, 24), shade))


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or PIECES:
        draw, width, height, scale, keep = PIECES[name]
        image = finish(name, photograph(draw(), width, height, scale))
        if not keep:
            black = Image.new("L", image.size, 0)
            image = Image.merge("RGBA", (black, black, black, image.getchannel("A")))
        store(name, image)
    write_deckles()


def store(name, image):
    """The tooth as pages have it, the edges of paper for their stylesheet, other pieces whole for painted_sheet.py."""
    if name == "tooth":
        image.save(OUT / "tooth.avif", quality=28, speed=0)
    elif name in INSIDE:
        image.save(OUT / f"{name}.webp", quality=70, alpha_quality=60, method=6)
    else:
        image.save(OUT / f"{name}.png")


def inlined(data):
    """A picture as a stylesheet holds it."""
    return f"url(data:image/webp;base64,{base64.b64encode(data).decode()})"


def on_one_sheet(sheets, gap=4):
    """The edges of five papers on one picture, as a variable, and where each lies on it: browsers ask once."""
    wide, tall, large, small, flap = (sheets[name] for name in ("sheet-w", "sheet-t", "sheet-l", "sheet-s", "flap"))
    across, down = wide.width + gap, max(wide.height, tall.height) + gap
    at = {"sheet-s": (across, down), "sheet-w": (0, 0), "sheet-t": (across, 0), "sheet-l": (0, wide.height + gap)}
    width = across + max(tall.width, small.width)
    foot = max(wide.height + gap + large.height, down + small.height)
    at["flap"] = (0, foot + gap)
    height = foot + gap + flap.height
    alpha = Image.new("L", (width, height), 0)
    for name, place in at.items():
        alpha.paste(sheets[name].getchannel("A"), place)
    # Few steps from paper to nothing: drawn at half their size none is seen, and each one more weighs.
    alpha = alpha.point([min((0, 16, 64, 255), key=lambda step: abs(step - value)) for value in range(256)])
    whole = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    whole.putalpha(alpha)
    out = io.BytesIO()
    whole.save(out, "webp", quality=70, alpha_quality=100, method=6)
    rules = f"  --painted-sheets:{inlined(out.getvalue())};\n"
    share = lambda value: f"{value * 100:.4f}".rstrip("0").rstrip(".") + "%"
    for name, (x, y) in at.items():
        own = sheets[name]
        rules += (f"  --painted-{name}:var(--painted-sheets) {share(x / (width - own.width))} {share(y / (height - own.height))}/"
                  f"{share(width / own.width)} {share(height / own.height)} no-repeat;\n")
    return rules


def write_deckles():
    """Moves the edges of paper into a stylesheet of variables; a painting of other pieces keeps it as it is."""
    files = {name: OUT / f"{name}.webp" for name in INSIDE}
    if not all(file.exists() for file in files.values()):
        return
    # Lists alone have strips, and nothing else of these.
    rules = on_one_sheet({name: Image.open(file).convert("RGBA") for name, file in files.items() if name != "strip"})
    rules += f"  --painted-strip:{inlined(files['strip'].read_bytes())};\n"
    STYLE.write_text(f"/* The edges of paper, written by public/draw/painted.py. */\n.page[data-look=painted]{{\n{rules}}}\n")
    for file in files.values():
        file.unlink()


if __name__ == "__main__":
    main()
