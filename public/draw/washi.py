"""Cuts the blocks of `washi`: paper, streaks, flecks, key lines, ridges, birds, crests and numerals, as vector shapes.

Writes ../../style/looks/washi/blocks.css (data URIs, most of them masks, so that a palette gives the colour) and
../../app/src/render/look/washi/numerals.rs. Everything is seeded, so the same shapes come every time. Needs nothing but Python.
"""

import math
import pathlib
import random
import re

ROOT = pathlib.Path(__file__).parent.parent.parent
BLOCKS = {}


def num(value):
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    text = "0" if text in ("-0", "") else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pt(x, y):
    return f"{num(x)} {num(y)}"


def poly(points):
    first, rest = points[0], points[1:]
    return "M" + pt(*first) + "L" + " ".join(pt(*p) for p in rest) + "z"


def rel(points):
    """A polygon in steps from point to point, rounded so that the sum stays true: much shorter to write."""
    x, y = round(points[0][0]), round(points[0][1])
    steps = ""
    for a, b in points[1:]:
        dx, dy = round(a) - x, round(b) - y
        steps += (f"{dx}" if dx < 0 or not steps else f" {dx}") + (f"{dy}" if dy < 0 else f" {dy}")
        x, y = x + dx, y + dy
    return f"M{round(points[0][0])} {round(points[0][1])}l{steps}z"


def svg(width, height, inside, extra="", size=True):
    dims = f" width='{width}' height='{height}'" if size else ""
    return f"<svg xmlns='http://www.w3.org/2000/svg'{dims} viewBox='0 0 {width} {height}'{extra}>{inside}</svg>"


def block(name, picture):
    BLOCKS[name] = 'url("data:image/svg+xml,' + picture.replace("#", "%23").replace("\n", "") + '")'


# What is drawn once, each in a box of its own, as rows of one picture: browsers ask for it once. Ridges are full at
# their foot, which must not show as a line above what lies below: a row is empty there.
ONCE = ["stroke", "sun", "cap", "birds", "mist", "crest-0", "crest-1", "crest-2", "crest-3", "far", "", "near"]


def rows():
    """Moves the blocks of ONCE into one, and says where each lies, stretched to its box: `var(--washi-sun)` is a whole mask."""
    inside, last = "", len(ONCE) - 1
    for row, name in enumerate(ONCE):
        if not name:
            continue
        attributes, drawing = re.fullmatch(r'url\("data:image/svg\+xml,<svg ([^>]*)>(.*)</svg>"\)', BLOCKS.pop(name)).groups()
        attributes = re.sub(r" ?(xmlns|width|height|preserveAspectRatio)='[^']*'", "", attributes)
        inside += f"<svg y='{row * 100}' width='100' height='100' preserveAspectRatio='none'{attributes}>{drawing}</svg>"
        BLOCKS[name] = f"var(--washi-once) 0 {row / last * 100:.4f}%/100% {len(ONCE) * 100}%".replace(".0000", "")
    # The near ridge again, 200 pixels high, for a lower box at the foot of the page.
    BLOCKS["foot"] = f"var(--washi-once) 0 -{last * 200}px/100% {len(ONCE) * 200}px"
    block("once", svg(100, len(ONCE) * 100, inside, " preserveAspectRatio='none'", size=False))


class Noise:
    """Smooth noise along a line."""

    def __init__(self, seed, step, period=None):
        self.rng, self.step, self.period, self.at = random.Random(seed), step, period, {}

    def __call__(self, x):
        cell, part = divmod(x / self.step, 1)
        part = part * part * (3 - 2 * part)
        return self.value(cell) * (1 - part) + self.value(cell + 1) * part

    def value(self, cell):
        if self.period:
            cell %= self.period
        if cell not in self.at:
            self.at[cell] = self.rng.uniform(-1, 1)
        return self.at[cell]


def brush(points, start, middle, end):
    """The outline of a stroke: a line through points, as wide as the brush is pressed."""
    line = []
    for i, (a, b) in enumerate(zip(points, points[1:])):
        steps = max(2, int(math.dist(a, b) / 14))
        line += [(a[0] + (b[0] - a[0]) * s / steps, a[1] + (b[1] - a[1]) * s / steps) for s in range(steps)]
    line.append(points[-1])
    for _ in range(2):
        line = [line[0]] + [tuple((p[k] + 2 * q[k] + r[k]) / 4 for k in (0, 1)) for p, q, r in zip(line, line[1:], line[2:])] + [line[-1]]
    left, right = [], []
    for i, (x, y) in enumerate(line):
        a, b = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        length = math.dist(a, b) or 1
        nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
        t = i / (len(line) - 1)
        width = (start * (1 - 2 * t) + middle * 2 * t if t < .5 else middle * (2 - 2 * t) + end * (2 * t - 1)) / 2
        left.append((x + nx * width, y + ny * width))
        right.append((x - nx * width, y - ny * width))
    return poly(left + right[::-1])


# Paper: clouds of pulp, tooth, and 46 hand-length fibres (looks, 3 "Background").

def fibres(seed, dark):
    rng = random.Random(seed)
    groups = {}
    for _ in range(46):
        pale = rng.random() < .45
        wide, alpha = rng.choice([.5, .8, 1.2]), rng.choice([.08, .12, .17])
        x, y, length, angle = rng.uniform(0, 600), rng.uniform(0, 600), rng.uniform(30, 120), rng.uniform(0, math.tau)
        bend = rng.uniform(-.5, .5) * length
        dx, dy = math.cos(angle) * length, math.sin(angle) * length
        cx, cy = dx / 2 - dy / length * bend, dy / 2 + dx / length * bend
        for ox in (-600, 0, 600):
            for oy in (-600, 0, 600):
                if -130 < x + ox < 730 and -130 < y + oy < 730 and (ox, oy) == (0, 0) or (
                        (ox or oy) and 0 <= max(x + ox, x + ox + dx) and min(x + ox, x + ox + dx) <= 600
                        and 0 <= max(y + oy, y + oy + dy) and min(y + oy, y + oy + dy) <= 600):
                    groups.setdefault((pale, wide, alpha), []).append(
                        f"M{round(x + ox)} {round(y + oy)}q{round(cx)} {round(cy)} {round(dx)} {round(dy)}")
    colours = ("%23fff3d8", "%23000") if dark else ("%23fff", "%236b4c24")
    out = []
    for (pale, wide, alpha), paths in sorted(groups.items()):
        if dark:
            alpha *= .5 if pale else 1
        out.append(f"<path stroke='{colours[0] if pale else colours[1]}' stroke-width='{num(wide)}' "
                   f"opacity='{num2(alpha)}' d='{''.join(paths)}'/>")
    return f"<g fill='none' stroke-linecap='round'>{''.join(out)}</g>"


def num2(value):
    return f"{value:.2f}".lstrip("0")


def kozo(dark):
    def cloth(name, frequency, octaves, seed, colour, alpha):
        return (f"<filter id='{name}' x='0' y='0' width='100%25' height='100%25'><feTurbulence type='fractalNoise' "
                f"baseFrequency='{frequency}' numOctaves='{octaves}' seed='{seed}' stitchTiles='stitch'/>"
                f"<feColorMatrix values='{colour} {alpha}'/></filter>")
    brown = "0 0 0 0 .5 0 0 0 0 .37 0 0 0 0 .18"
    white = "0 0 0 0 1 0 0 0 0 .94 0 0 0 0 .82"
    if dark:
        filters = cloth("c", ".011 .016", 3, 5, white, "1.6 0 0 0 -.62") + cloth("t", ".5 .62", 2, 8, "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "1.2 0 0 0 -.4")
        shades = (.09, .3)
    else:
        filters = cloth("c", ".011 .016", 3, 5, brown, "1.9 0 0 0 -.7") + cloth("t", ".5 .62", 2, 8, brown, "1.1 0 0 0 -.36")
        shades = (.15, .26)
    rects = "".join(f"<rect width='600' height='600' filter='url(%23{filter_id})' opacity='{num2(shade)}'/>" for filter_id, shade in zip("ct", shades))
    return svg(600, 600, filters + rects + fibres(11, dark))


# Ink that the baren did not press: streaks and flecks of bare paper.

def steps(shapes):
    """Shapes with a place each, from place to place down the sheet: short to write. A closed shape ends where it began."""
    x, y, path = 0, 0, ""
    for y1, x1, shape in sorted((round(y), round(x), shape) for x, y, shape in shapes):
        path += f"m{x1 - x}" + (f" {y1 - y}" if y1 >= y else f"{y1 - y}") + shape
        x, y = x1, y1
    return path


def sliver(length, height):
    half = round(length / 2)
    return f"l{half}{num(-height / 2)} {half} {num(height / 2)}-{half} {num(height / 2)}z"


def baren():
    rng = random.Random(31)
    holes = []
    while len(holes) < 240:
        x, y = rng.uniform(4, 400), rng.uniform(2, 356)
        if math.sin(y / 31 + math.sin(x / 90) * 2) + math.sin(x / 57) < rng.uniform(-1.6, 1.4):
            continue
        length = rng.choice([7, 12, 18, 26, 40])
        holes.append((x, y, sliver(min(length, 470 - x), rng.choice([.8, 1, 1.2, 1.6]))))
    return svg(480, 360, f"<path d='{steps(holes)}'/>")


def flecks():
    rng = random.Random(17)
    small, large = [], []
    while len(small) + len(large) < 120:
        x, y = rng.uniform(4, 236), rng.uniform(4, 236)
        middle = math.hypot((x - 120) / 84, (y - 120) / 66)
        size = rng.choice([.9, 1.2, 1.7, 2.6, 3.8])
        if middle < 1 and (size > .9 or rng.random() < .7):
            continue
        if size < 1.5:
            small.append((x, y, f"h{num(size)}v{num(size)}h-{num(size)}z"))
            continue
        corners = rng.randint(4, 6)
        path = rel([(2 * (x + math.cos(math.tau * i / corners) * size * rng.uniform(.5, 1.5)),
                     2 * (y + math.sin(math.tau * i / corners) * size * rng.uniform(.4, 1.1))) for i in range(corners)])
        first, outline = path[1:].split("l", 1)
        large.append((*map(int, first.split()), "l" + outline))
    return f"<path d='{steps(small)}'/><path transform='scale(.5)' d='{steps(large)}'/>"


def cut(seed):
    """One side of a key line, cut by hand: it swells, and the knife slips here and there. Repeats without a seam.

    640 long, 6 wide; steps of 8 along it and of a tenth across it are 1 here.
    """
    a, b = Noise(seed, 20, 32), Noise(seed + 1, 32, 20)
    upper, lower = [], []
    slips = {seed * 53 % 640 // 8 * 8, seed * 131 % 640 // 8 * 8}
    for x in range(0, 641, 8):
        nick = 1.5 if x % 640 in slips else 0
        upper.append((x / 8, 17.5 + a(x % 640) * 5.5 + nick * 10))
        lower.append((x / 8, 42.5 + b(x % 640) * 5.5))
    return upper + lower[::-1]


def frame(colour):
    """The four sides of a key line about a field of flecks, in one picture of 640 by 640 that browsers ask for once.

    Sides stand where they are not needed: the lower one is laid on the upper edge of a box, so that all the rest falls
    outside of it. The flecks repeat each 240; of them pages show what lies well inside.
    """
    flat = lambda seed: rel(cut(seed))
    upright = lambda seed: rel([(y, x) for x, y in cut(seed)])
    sides = (f"<path transform='scale(8 .1)' d='{flat(7)}'/><path transform='translate(0 634)scale(8 .1)' d='{flat(3)}'/>"
             f"<path transform='scale(.1 8)' d='{upright(17)}'/><path transform='translate(634)scale(.1 8)' d='{upright(13)}'/>")
    field = f"<pattern id='p' width='240' height='240' patternUnits='userSpaceOnUse'><g fill='{colour}'>{flecks()}</g></pattern>"
    return svg(640, 640, f"{field}<path fill='url(#p)' d='M8 8h624v624H8z'/>{sides}", " preserveAspectRatio='none'", size=False)


def stroke():
    """A dry brush drawn to the right: bristles leave the paper one after another."""
    rng = random.Random(5)
    out = []
    for i in range(11):
        y = 3 + i * 1.05
        start, end = rng.uniform(0, 10) + abs(i - 5) * 1.5, rng.choice([250, 380, 470, 560, 640]) - rng.uniform(0, 30)
        drift, thick = rng.uniform(-1.2, 1.2), rng.uniform(.8, 1.7)
        mid = (start + end) / 2
        out.append(f"M{num(start)} {num(y)}Q{num(mid)} {num(y - thick + drift)} {num(end)} {num(8 + (i - 5) * .3)}Q{num(mid)} {num(y + thick + drift)} {num(start)} {num(y + .6)}z")
    out.append("M3 5.500Q150 4 300 7.500Q150 12 2 11z")
    return svg(640, 16, f"<path d='{''.join(out)}'/>", " preserveAspectRatio='none'")


# The scene: a sun cut by hand, two ridges with mist at their feet (looks, 3 "Background").

def smooth(points):
    """A closed curve that passes between its points."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1])]
    return "M" + pt(*middles[-1]) + "".join(f"Q{pt(*a)} {pt(*b)}" for a, b in zip(points, middles)) + "z"


def sun():
    edge = Noise(9, 1.6, 40)
    fine = Noise(10, .5, 128)
    points = []
    for i in range(56):
        turn = i / 56
        r = 118 + edge(turn * 64) * 1.1 + fine(turn * 64) * .6
        points.append((124 + math.cos(turn * math.tau) * r, 124 + math.sin(turn * math.tau) * r))
    return svg(248, 248, f"<path d='{smooth(points)}'/>")


WIDE, LEFT = 2880, -800


def ridge(name, height, seed, rough, line, every=16):
    """A ridge from edge to edge, the same again as a key line."""
    noise, fine = Noise(seed, 42), Noise(seed + 1, 13)
    top = []
    for x in range(0, WIDE + 1, every):
        top.append((x, line(x + LEFT) + noise(x) * rough + fine(x) * rough * .4))
    block(name, svg(WIDE, height, f"<path d='{rel([*top, (WIDE, height), (0, height)])}'/>", " preserveAspectRatio='none'"))
    return top


def far(x):
    peak = 62 - abs(x - 948)
    if abs(x - 948) < 24:
        return 8 + (4 if int(x / 16) % 2 else 0)
    away = abs(x - 948) - 24
    return 8 + 250 * (1 - math.exp(-away / (270 if x < 948 else 330))) + peak * 0


def near(x):
    def hump(at, high, wide):
        return high * math.exp(-((x - at) / wide) ** 2)
    return 96 - hump(1180, 84, 150) - hump(1010, 22, 90) - hump(640, 18, 190) - hump(150, 26, 260) - hump(-420, 70, 260) - hump(1640, 64, 240)


def cap(top):
    """Snow: the summit stays unprinted; tongues of it run down the gullies."""
    rng = random.Random(21)
    middle = 948 - LEFT
    upper = [(x, y - 1.5) for x, y in top if y < 64]
    left, right = upper[0][0], upper[-1][0]
    hem, steps = [], 10
    for i in range(1, 2 * steps):
        x = right + (left - right) * i / (2 * steps)
        side = (x - middle) / (right - middle)
        if i % 2:
            y = 60 + (1 - abs(side)) * rng.choice([8, 20, 34, 50])
        else:
            y = 56 - (1 - abs(side)) * rng.uniform(-6, 20)
        hem.append((x + side * (y - 58) * .55 + rng.uniform(-5, 5), y))
    return svg(200, 112, f"<path d='{poly([(px - middle + 100, py) for px, py in upper + hem])}'/>")


def birds():
    flock = [(14, 40, 1), (50, 16, .85), (84, 34, .7)]
    out = []
    for x, y, s in flock:
        out.append(f"M{num(x - 17 * s)} {num(y)}q{num(8 * s)} {num(-9 * s)} {num(17 * s)} {num(-1 * s)}q{num(8 * s)} {num(-10 * s)} {num(18 * s)} {num(-2 * s)}"
                   f"q{num(-10 * s)} {num(-4.500 * s)} {num(-18 * s)} {num(5.5 * s)}q{num(-9 * s)} {num(-6 * s)} {num(-17 * s)} {num(-2.5 * s)}z")
    return svg(112, 56, f"<path fill='#2b2723' transform='translate(6 4)' d='{''.join(out)}'/>")


PETAL = "M0-9Q7-5 4.500 3Q2.500 8 0 7.200Q-3.500 9-5 2.500Q-7-5-1.600-9L-.8-6.600z"


def petals():
    rng = random.Random(23)
    places = [(60, 30), (128, 74), (30, 120), (196, 26), (214, 110), (110, 160), (236, 176), (44, 206), (170, 214), (252, 246), (92, 262)]
    out = [f"<use href='#p' transform='translate({x} {y}) rotate({rng.randint(0, 359)}) scale({num(rng.uniform(.8, 1.5))})' opacity='{num2(rng.uniform(.45, .9))}'/>" for x, y in places]
    return svg(280, 290, f"<defs><path id='p' d='{PETAL}'/></defs><g fill='#c8507a'>{''.join(out)}</g>")


def reeds():
    rng = random.Random(41)
    out = []
    for i in range(15):
        x = rng.uniform(60, 190)
        high, lean = rng.uniform(130, 290), rng.uniform(-90, 14)
        tipx, tipy = x + lean, 300 - high
        wide = rng.uniform(3, 6.500)
        out.append(f"M{num(x)} 300Q{num(x + lean * .05)} {num(300 - high * .7)} {num(tipx)} {num(tipy)}Q{num(x + lean * .12 + wide)} {num(300 - high * .6)} {num(x + wide)} 300z")
    heads = []
    for x, y, r in [(84, 34, 8), (132, 12, -4), (58, 82, 12)]:
        heads.append(f"<path transform='translate({x} {y}) rotate({r})' d='M-3 0q3-34 6 0q1 24-3 24t-3-24zM-.7 22h1.400L2 270H-2z'/>")
    return svg(200, 300, f"<g fill='#3f5f4a' opacity='.62'><path d='{''.join(out)}'/>{''.join(heads)}</g>")


def stars():
    rng = random.Random(77)
    out = []
    while len(out) < 42:
        x, y = rng.uniform(0, 420), rng.uniform(0, 330)
        if math.hypot(x - 150, y - 200) < 150:
            continue
        r = rng.choice([.7, .9, 1.2, 2.6])
        if r > 2:
            out.append(f"M{num(x)} {num(y - 4)}q.6 3.400 4 4q-3.400.6-4 4q-.6-3.400-4-4q3.400-.6 4-4z")
        else:
            out.append(f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0z")
    return svg(420, 330, f"<path fill='#efe6d2' d='{''.join(out)}'/>")


def mist():
    """Bars of mist with round ends, as print makers cut them."""
    bars = [(120, 8, 300), (40, 22, 330), (180, 36, 240), (0, 50, 210)]
    return svg(430, 66, "".join(f"<rect x='{x}' y='{y}' width='{w}' height='15' rx='7.500'/>" for x, y, w in bars), " preserveAspectRatio='none'")


# Crests: four of them.

def crests():
    turn = lambda shape, n, start=0: "".join(f"<g transform='rotate({num(start + 360 / n * i)} 50 50)'>{shape}</g>" for i in range(n))
    leaf = "<path d='M50 46C38 40 38 24 50 15C62 24 62 40 50 46z'/>"
    oak = "<path d='M50 48Q41 45 42 38Q35 34 40 28Q38 21 45 20L50 12L55 20Q62 21 60 28Q65 34 58 38Q59 45 50 48zM49 44h2V18h-2z' fill-rule='evenodd'/>"
    plum = "<circle cx='50' cy='29' r='12.500'/>"
    tomoe = "<path d='M50 47A16 16 0 1 1 66 31C66 47 54 58 36 58C46 56 51 53 50 47z' transform='translate(-3 -2)'/>"
    kinds = [turn(leaf, 3), turn(oak, 3, 60), turn(plum, 5) + "<circle cx='50' cy='50' r='7'/>", turn(tomoe, 3)]
    for at, kind in enumerate(kinds):
        block(f"crest-{at}", svg(100, 100, f"<circle cx='50' cy='50' r='45' fill='none' stroke='#000' stroke-width='6'/>{kind}"))


def waves():
    """Seigaiha: the sea as rows of scales."""
    scale = lambda x, y: "".join(f"M{num(x - r)} {y}a{r} {r} 0 0 1 {2 * r} 0" for r in (19, 13.5, 8, 2.5))
    return svg(40, 20, f"<path fill='none' stroke='#000' stroke-width='1.500' d='{scale(20, 20)}{scale(0, 10)}{scale(40, 10)}'/>"
               .replace("<path", "<path clip-path='inset(0)'"))


# Numerals for the seals of headings.

STROKES = {
    1: [[(10, 54), (50, 49), (90, 50)]],
    2: [[(24, 31), (76, 28)], [(9, 76), (50, 72), (91, 74)]],
    3: [[(20, 22), (80, 20)], [(27, 50), (73, 48)], [(7, 81), (50, 77), (93, 79)]],
    4: [[(15, 22), (21, 86)], [(15, 24), (85, 22), (79, 86)], [(40, 26), (38, 48), (28, 62)], [(58, 26), (58, 54), (66, 57), (76, 56)], [(21, 80), (79, 79)]],
    5: [[(15, 17), (84, 15)], [(50, 18), (35, 84)], [(26, 48), (72, 46), (68, 84)], [(7, 87), (93, 85)]],
    6: [[(48, 8), (54, 25)], [(8, 38), (92, 35)], [(38, 50), (31, 68), (13, 90)], [(60, 50), (72, 66), (88, 90)]],
    7: [[(8, 52), (90, 36)], [(42, 10), (43, 76), (52, 86), (84, 86), (88, 72)]],
    8: [[(40, 20), (34, 54), (9, 88)], [(52, 16), (64, 52), (93, 86)]],
    9: [[(12, 38), (66, 34), (62, 72), (70, 86), (90, 86), (93, 70)], [(40, 8), (37, 52), (9, 92)]],
    10: [[(8, 46), (92, 43)], [(50, 7), (50, 95)]],
}


def numerals():
    rows = []
    for number, strokes in STROKES.items():
        path = "".join(brush(points, 15, 10.5, 13) for points in strokes)
        rows.append(f'    "{path}",')
    return ('//! Brush strokes of the numerals 一 to 十, written by `public/draw/washi.py`: change them there.\n\n'
            '/// One outline a numeral, in a box of 100.\n#[rustfmt::skip]\npub const STROKES: [&str; 10] = [\n' + "\n".join(rows) + "\n];\n")


def main():
    block("kozo", kozo(False))
    block("kozo-dark", kozo(True))
    block("baren", baren())
    block("frame", frame("#f3ead6"))
    block("frame-dark", frame("#1c1b1d"))
    block("stroke", stroke())
    block("sun", sun())
    top = ridge("far", 270, 51, 3.2, far, 16)
    block("cap", cap(top))
    ridge("near", 160, 61, 2.6, near, 20)
    block("birds", birds())
    block("petals", petals())
    block("petal", svg(20, 20, f"<path fill='#c8507a' transform='translate(10 10)' d='{PETAL}'/>"))
    block("reeds", reeds())
    block("stars", stars())
    block("mist", mist())
    crests()
    block("waves", waves())
    rows()
    lines = [f"  --washi-{name}:{value};" for name, value in BLOCKS.items()]
    head = "/* The blocks washi is printed from, written by public/draw/washi.py: change them there. */\n.page[data-look=washi]{\n"
    (ROOT / "style/looks/washi/blocks.css").write_text(head + "\n".join(lines) + "\n}\n")
    (ROOT / "app/src/render/look/washi/numerals.rs").write_text(numerals())
    for name, value in BLOCKS.items():
        print(f"{name:12} {len(value)}")


main()
