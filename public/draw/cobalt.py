"""Cuts the plates of the look `cobalt` (looks, 6): clouds, moon, stars, bursts and dots, as masks in one stylesheet.

usage: python3 public/draw/cobalt.py > style/looks/cobalt/plates.css
A mask has no colour, so every plate prints in whatever ink the palette pours on it."""

import random
from math import cos, hypot, pi, radians, sin, sqrt


def n(x, digits=1):
    """A number, written as short as possible."""
    text = f"{x:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{x:.0f}"
    text = text.replace("-0.", "-.")
    return (text[1:] if text.startswith("0.") else text) if text not in ("", "-0") else "0"


def path(points, closed=True, digits=1):
    """A polygon in relative steps, which compress well."""
    out, last = [], (0.0, 0.0)
    for at, (x, y) in enumerate(points):
        x, y = round(x, digits), round(y, digits)
        dx, dy = n(x - last[0], digits), n(y - last[1], digits)
        out.append(("M" if at == 0 else "l" if at == 1 else "" if dx.startswith("-") else " ") + dx + ("" if dy.startswith("-") else " ") + dy)
        last = (x, y)
    return "".join(out) + ("z" if closed else "")


def svg(box, inside, extra=""):
    size = f" viewBox='{box}'" if box else ""
    return f"url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'{size}{extra.replace('%', '%25')}>{inside.replace('%', '%25').replace('#', '%23')}</svg>\")"


# Clouds: scallops from valley to valley, each as high as it is broad.
VALLEYS = [(-52, 61), (100, 65), (230, 58), (314, 70), (424, 60), (574, 56), (654, 66), (766, 64), (918, 58), (1004, 68), (1100, 66), (1228, 61)]


def clouds():
    points = VALLEYS + [(VALLEYS[1][0] + 1280, VALLEYS[1][1])]
    edge, line, hatch = f"M{points[0][0]} {points[0][1]}", "", ""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        broad = x1 - x0
        arc = f"a{n(broad * .508)} {n(broad * .375)} 0 0 1 {n(broad)} {n(y1 - y0)}"
        edge += arc
    sky = svg("0 0 1280 76", f"<path d='{edge}V-9H-52z'/>", " preserveAspectRatio='none'")
    line = svg("0 0 1280 92", f"<g transform='translate(0 14)' fill='none' stroke='#000'><path stroke-width='3.2' d='{edge}'/></g>", " preserveAspectRatio='none'")
    return sky, line


def burst(points, deep, box=100):
    out = []
    for at in range(points * 2):
        r = box / 2 * (1 if at % 2 == 0 else deep)
        a = pi * at / points - pi / 2
        out.append((box / 2 + r * cos(a), box / 2 + r * sin(a)))
    return out


def star(points, outer, inner, cx, cy, turn=0.0, digits=1):
    out = []
    for at in range(points * 2):
        r = outer if at % 2 == 0 else inner
        a = pi * at / points - pi / 2 + turn
        out.append((cx + r * cos(a), cy + r * sin(a)))
    return path(out, digits=digits)


def sparkle(cx, cy, r):
    """A four-pointed star with hollow sides."""
    k = r * .13
    return f"M{n(cx)} {n(cy - r)}Q{n(cx + k)} {n(cy - k)} {n(cx + r * .8)} {n(cy)} {n(cx + k)} {n(cy + k)} {n(cx)} {n(cy + r)} {n(cx - k)} {n(cy + k)} {n(cx - r * .8)} {n(cy)} {n(cx - k)} {n(cy - k)} {n(cx)} {n(cy - r)}"


# The crescent: the outer disc less an inner one, as seen from its middle at 150,150.
R, INNER, OFF = 134, 106, (49, -19)


# The face in its inner edge: how far it comes forward at which degree, from brow to chin.
FACE = [(214, 0), (207, 1.5), (202, 3), (198.5, 1.5), (195, 3), (190, 9), (185.5, 16), (182.5, 20), (180.3, 20.5), (178.6, 17.5), (177.6, 11), (176, 7.5), (174, 8),
        (171.4, 11.5), (169.6, 10.5), (168.4, 6.5), (167, 10), (164.6, 11), (162.6, 7.5), (160.6, 5.5), (157.5, 9), (154, 12), (150, 11), (146.5, 6.5), (142, 1.5), (138, 0)]


def crescent():
    """Round the outer disc from tip to tip, and back along the face."""
    points = []
    for degree, out in FACE:
        r, a = INNER - out * 1.12, radians(178 + (degree - 178) * 1.14)
        points.append((150 + OFF[0] + r * cos(a), 150 + OFF[1] + r * sin(a)))
    points.reverse()
    # Through all points, smoothly (Catmull and Rom).
    curve, last = "", points[0]
    for at in range(len(points) - 1):
        p0, p1, p2, p3 = points[max(0, at - 1)], points[at], points[at + 1], points[min(len(points) - 1, at + 2)]
        steps = [(p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6), (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6), p2]
        curve += " ".join(f"{n(x - last[0])} {n(y - last[1])}" for x, y in steps) + " "
        last = (last[0] + round(p2[0] - last[0], 1), last[1] + round(p2[1] - last[1], 1))
    (x0, y0), (x1, y1) = points[0], last
    return f"M185.5 20.8A134 134 0 1 0 262.4 222.3 106 106 0 0 1 {n(x0)} {n(y0)}c{curve.strip()}A106 106 0 0 1 185.5 20.8z"


def features():
    """A closed eye with its lashes, a brow, the corner of the mouth, a wing of the nose."""
    return ("<g fill='none' stroke='#000' stroke-linecap='round'><path stroke-width='3.4' d='M67 110q11 10 24 1'/>"
            "<path stroke-width='2.4' d='M69.5 113.5l-4.5 4.5M75.5 116.5l-2.5 5.5M82.5 116.5l.5 5.5'/>"
            "<path stroke-width='3.8' d='M62 94q14-11 30-2'/><path stroke-width='2.6' d='M100 139.5q-6-3-6 3.5M103 157q-9 2-13-4'/></g>")


def hatch():
    """Engraved lines 5 apart, turned 24 degrees, swelling towards the shaded side."""
    out, turn = [], radians(-24)
    ux, uy = cos(turn), sin(turn)
    d = -128.0
    while d < 130:
        # Along the line through (-uy*d, ux*d): where it enters the outer disc and meets the inner one.
        px, py = -uy * d, ux * d
        half = sqrt(max(0, (R - 7) ** 2 - d * d))
        start, end = -half, half
        ox, oy = px - OFF[0], py - OFF[1]
        b = ox * ux + oy * uy
        c = ox * ox + oy * oy - (INNER + 6) ** 2
        if b * b - c > 0:
            first = -b - sqrt(b * b - c)
            if first > start:
                end = min(end, first)
        length = end - start
        if length > 12:
            # Beside the face the light falls on the cheek, and the lines stop early.
            reach = .93 - .5 * max(0, 1 - ((d + 44) / 64) ** 2)
            end = start + length * reach
            thick = 2.7
            ax, ay = 150 + px + ux * start, 150 + py + uy * start
            bx, by = 150 + px + ux * end, 150 + py + uy * end
            wx, wy = -uy * thick / 2, ux * thick / 2
            out.append(path([(ax + wx, ay + wy), (bx, by), (ax - wx, ay - wy)]))
        d += 5
    return "".join(out)


def spot():
    """The second ink: dots that swell towards one place. Drawn at twice the size, so that the place may move."""
    dot = "<radialGradient id='d' r='.7'><stop/><stop offset='1' stop-opacity='0'/></radialGradient>"
    glow = "<radialGradient id='g' r='.36'><stop stop-opacity='.55'/><stop offset='.5' stop-opacity='.42'/><stop offset='1' stop-opacity='0'/></radialGradient>"
    screen = "<pattern id='p' width='5.2' height='5.2' patternUnits='userSpaceOnUse' patternTransform='rotate(52)'><path fill='url(#d)' d='M0 0h5.2v5.2H0z'/></pattern>"
    cut = "<filter id='t' x='0' y='0' width='1' height='1'><feComponentTransfer><feFuncA type='linear' slope='14' intercept='-8.05'/></feComponentTransfer></filter>"
    return svg("", dot + glow + screen + cut + "<g filter='url(#t)'><rect width='100%' height='100%' fill='url(#g)'/><rect width='100%' height='100%' fill='url(#p)' opacity='.5'/></g>", " width='100%' height='100%'")


def glory(rays=28, inner=38, box=200):
    """Rays all round an emblem, thin at the middle."""
    out, far = "", box
    for at in range(rays):
        a0, a1 = 2 * pi * (at + .28) / rays, 2 * pi * (at + .72) / rays
        mid = 2 * pi * (at + .5) / rays
        out += path([(100 + inner * cos(mid), 100 + inner * sin(mid)), (100 + far * cos(a0), 100 + far * sin(a0)), (100 + far * cos(a1), 100 + far * sin(a1))], digits=0)
    return svg(f"0 0 {box} {box}", f"<path d='{out}'/>", " preserveAspectRatio='xMidYMid slice'")


def wave(bars=46, wide=230, tall=40):
    """A passage of music as an engraver cuts it: strokes of many lengths."""
    dice, out = random.Random(8), ""
    for at in range(bars):
        swell = abs(sin(at * .37)) * .6 + abs(sin(at * .11 + 1)) * .4
        half = max(1.5, tall / 2 * swell * dice.uniform(.45, 1))
        out += f"M{n((at + .5) * wide / bars)} {n(tall / 2 - half)}v{n(half * 2)}"
    return svg(f"0 0 {wide} {tall}", f"<path stroke='#000' stroke-width='2' d='{out}'/>", " preserveAspectRatio='none'")


def sunburst(box=(240, 84), rays=24):
    """Rays that rise from the foot of a label."""
    wide, tall = box
    cx, cy = wide / 2, tall
    far = hypot(wide, tall)
    out = ""
    for at in range(rays // 2):
        a0 = pi + pi * (at + .25) / (rays / 2)
        a1 = pi + pi * (at + .75) / (rays / 2)
        out += path([(cx + 34 * cos(a0), cy + 34 * sin(a0)), (cx + far * cos(a0), cy + far * sin(a0)), (cx + far * cos(a1), cy + far * sin(a1)), (cx + 34 * cos(a1), cy + 34 * sin(a1))], digits=0)
    return svg(f"0 0 {wide} {tall}", f"<path d='{out}'/>", " preserveAspectRatio='xMidYMax slice'")


def stars(seed, many, wide=640, tall=460):
    """A sky of its own seed: dots, four-pointed and eight-pointed stars, never two close together."""
    dice, placed, dots, shapes = random.Random(seed), [], "", ""
    while len(placed) < many:
        x, y = dice.randint(14, wide - 14), dice.randint(12, tall - 12)
        if any(hypot(x - a, y - b) < 52 for a, b in placed):
            continue
        kind = dice.random()
        placed.append((x, y))
        if kind < .62:
            dots += f"M{x} {y}h0"
        elif kind < .88:
            shapes += sparkle(x, y, dice.choice([5, 7, 12]))
        else:
            shapes += star(8, dice.choice([7, 10]), 2.2, x, y)
    ink = "#fff6e0"
    return svg(f"0 0 {wide} {tall}", f"<path d='{dots}' stroke='{ink}' stroke-width='3.4' stroke-linecap='round'/><path fill='{ink}' d='{shapes}'/>", f" width='{wide}' height='{tall}'")


def cancel():
    """A postmark: two rings and four waves."""
    waves = "".join(f"M72 {y}q9-8 18 0t18 0 18 0 18 0 18 0" for y in (18, 33, 48, 63))
    return svg("0 0 166 82", f"<g fill='none' stroke='#000' stroke-width='2.6'><circle cx='40' cy='41' r='37'/><circle cx='40' cy='41' r='27' stroke-width='1.6'/><path d='{waves}'/></g><path d='{star(8, 15, 4, 40, 41)}'/>")


def main():
    sky, line = clouds()
    noise = "<filter id='a' x='0' y='0' width='100%' height='100%'><feTurbulence type='fractalNoise' baseFrequency='{0}' numOctaves='3' seed='{2}' stitchTiles='stitch'/><feColorMatrix values='0 0 0 0 {3} 0 0 0 0 {4} 0 0 0 0 {5} {1}'/></filter><rect width='400' height='400' filter='url(#a)'/>"
    whole = " width='400' height='400'"
    plates = {
        "tooth": svg("", noise.format(".7 .75", "0 0 0 -1.5 .71", 2, ".42", ".32", ".2"), whole),
        "salt": svg("", noise.format(".42", "0 0 0 -9 7.25", 5, "0", "0", "0"), whole),
        "dust": svg("", noise.format(".42", "0 0 0 9 -7.1", 5, "0", "0", "0"), whole),
        "sky": sky,
        "line": line,
        "moon": svg("0 0 300 300", f"<path d='{crescent()}'/>"),
        "outline": svg("0 0 300 300", f"<path fill='none' stroke='#000' stroke-width='5' stroke-linejoin='round' d='{crescent()}'/>{features()}"),
        "hatch": svg("0 0 300 300", f"<path d='{hatch()}'/>"),
        "burst": svg("0 0 100 100", f"<path d='{path(burst(28, .9))}'/>"),
        "ring": svg("0 0 100 100", "<g fill='none' stroke='#000'><circle cx='50' cy='50' r='37.5' stroke-width='.6'/><circle cx='50' cy='50' r='35' stroke-width='1.9' stroke-linecap='round' stroke-dasharray='0 3.665'/></g>" f"<path d='{star(8, 3.2, 1, 50, 20)}{star(8, 3.2, 1, 50, 80)}'/>"),
        "star": svg("0 0 24 24", f"<path d='{star(8, 12, 2.6, 12, 12)}'/>"),
        "rays": sunburst(),
        "glory": glory(),
        "wave": wave(),
        "crescent": svg("0 0 24 24", f"<path d='M13.5 1a11.5 11.5 0 1 0 9.5 16.5A9.5 9.5 0 1 1 13.5 1z{sparkle(18.5, 8, 4.5)}'/>"),
        "spot": spot(),
        "stars-0": stars(11, 15),
        "stars-1": stars(23, 15),
        "stars-2": stars(37, 15),
        "cancel": cancel(),
        "post": svg("0 0 106 130", "<g fill='none' stroke='#000'><path stroke-width='2.5' stroke-dasharray='5.2 3.46' d='M1.3 1.3h103.4v127.4H1.3z'/></g>" f"<path fill-rule='evenodd' d='M9 9h88v96H9zM56 22a34 34 0 1 0 24 55 30 30 0 1 1-24-55z{sparkle(78, 34, 13)}{sparkle(84, 58, 7)}'/><path d='M22 117h8m6 0h34m6 0h8' stroke='#000' stroke-width='5'/>"),
    }
    print("/* cobalt: its plates, cut by public/draw/cobalt.py; do not edit by hand. */")
    print(".page[data-look=cobalt]{")
    for name, value in plates.items():
        print(f"  --cobalt-{name}:{value};")
    print("}")


if __name__ == "__main__":
    main()
