"""Draws the unlit ground of the look `night` (looks, 7): contour lines of a seeded terrain as one vector tile, and a screen's grain.

usage: python3 public/draw/night.py public/looks/night
The contours repeat without a seam each 900 px; they are a mask, so that the lines take the palette's signal. The grain is a
picture of four shades that are all but clear."""

import random
import struct
import sys
import zlib
from math import floor
from pathlib import Path

SIZE, STEP, LEVELS = 900, 15, 24
CELLS = SIZE // STEP


def lattice(rng, cells):
    """Gradient noise whose lattice wraps after `cells`."""
    from math import cos, pi, sin

    angles = [[rng.random() * 2 * pi for _ in range(cells)] for _ in range(cells)]
    slopes = [[(cos(a), sin(a)) for a in row] for row in angles]

    def at(x, y):
        x0, y0 = floor(x), floor(y)
        fx, fy = x - x0, y - y0
        ease = lambda t: t * t * t * (t * (t * 6 - 15) + 10)

        def dot(i, j):
            gx, gy = slopes[(y0 + j) % cells][(x0 + i) % cells]
            return gx * (fx - i) + gy * (fy - j)

        top = dot(0, 0) + ease(fx) * (dot(1, 0) - dot(0, 0))
        low = dot(0, 1) + ease(fx) * (dot(1, 1) - dot(0, 1))
        return top + ease(fy) * (low - top)

    return at


def terrain(seed):
    """Three octaves, as heights on a grid whose last row is its first."""
    rng = random.Random(seed)
    octaves = [(lattice(rng, n), n, 1 / k) for n, k in ((3, 1), (6, 2), (12, 4.4))]
    height = lambda x, y: sum(w * at(x * n / CELLS, y * n / CELLS) for at, n, w in octaves)
    grid = [[height(x, y) for x in range(CELLS)] for y in range(CELLS)]
    return [[grid[y % CELLS][x % CELLS] for x in range(CELLS + 1)] for y in range(CELLS + 1)]


def segments(grid, level):
    """Marching squares: for each cell the edges the line crosses, paired."""
    pairs = {1: "LB", 2: "BR", 3: "LR", 4: "TR", 5: "LTBR", 6: "TB", 7: "LT", 8: "LT", 9: "TB", 10: "LBTR", 11: "TR", 12: "LR", 13: "BR", 14: "LB"}
    for y in range(CELLS):
        for x in range(CELLS):
            a, b, c, d = grid[y][x], grid[y][x + 1], grid[y + 1][x + 1], grid[y + 1][x]
            case = 8 * (a > level) + 4 * (b > level) + 2 * (c > level) + (d > level)
            # Edges are named by their cell corner and direction, so that neighbours agree.
            edge = {"T": ((x, y), 0), "B": ((x, y + 1), 0), "L": ((x, y), 1), "R": ((x + 1, y), 1)}
            names = pairs.get(case, "")
            for at in range(0, len(names), 2):
                yield edge[names[at]], edge[names[at + 1]]


def lines(grid, level):
    """Segments joined to lines: open ones from border to border first, then rings."""
    joined = {}
    for a, b in segments(grid, level):
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    seen = set()
    ends = [point for point, near in joined.items() if len(near) == 1]
    for start in ends + list(joined):
        if start in seen:
            continue
        line, here = [start], start
        seen.add(start)
        while True:
            onward = [point for point in joined[here] if point not in seen]
            if not onward:
                break
            here = onward[0]
            seen.add(here)
            line.append(here)
        ring = len(joined[start]) == 2 and start in joined[here] and len(line) > 2
        yield line, ring


def place(grid, level, edge):
    """Where on its edge a line crosses."""
    (x, y), down = edge
    a = grid[y][x]
    b = grid[y + 1][x] if down else grid[y][x + 1]
    t = (level - a) / (b - a)
    return (x * STEP, (y + t) * STEP) if down else ((x + t) * STEP, y * STEP)


def drawn(points, ring):
    """A smooth line: every second crossing bends the curve, the middles between are passed through. In half pixels, in which those
    middles are whole: each bend but the first is then the one before it, mirrored at the point between, and need not be said (`t`)."""
    whole = lambda point: (2 * round(point[0]), 2 * round(point[1]))
    middle = lambda a, b: ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
    points = [whole(point) for point in points]
    if ring:
        points = points[::2] if len(points) > 8 else points
        bends = points[1:] + points[:1]
        start, *stops = [middle(a, b) for a, b in zip(points, bends)]
        stops.append(start)
    else:
        inner = points[1:-1][::2]
        start, bends = points[0], inner or [points[-1]]
        stops = [middle(a, b) for a, b in zip(inner, inner[1:])] + [points[-1]]
    steps = [bends[0][0] - start[0], bends[0][1] - start[1]]
    x, y = start
    for stop in stops:
        steps += [stop[0] - x, stop[1] - y]
        x, y = stop
    joined = lambda numbers: "".join((" " if at and step >= 0 else "") + str(step) for at, step in enumerate(numbers))
    return f"M{start[0]} {start[1]}q{joined(steps[:4])}" + (f"t{joined(steps[4:])}" if steps[4:] else "") + ("z" if ring else "")


def contours():
    grid = terrain(41)
    flat = [height for row in grid for height in row]
    low, high = min(flat), max(flat)
    thin, bold = [], []
    for at in range(LEVELS):
        level = low + (high - low) * (at + 0.5) / LEVELS
        for line, ring in lines(grid, level):
            points = [place(grid, level, edge) for edge in line]
            if not ring or len(points) > 4:
                (bold if at % 5 == 2 else thin).append(drawn(points, ring))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{SIZE}' height='{SIZE}' viewBox='0 0 {2 * SIZE} {2 * SIZE}' fill='none' stroke='#fff'>"
        f"<path stroke-opacity='.72' stroke-width='2' d='{''.join(thin)}'/><path stroke-width='3.4' d='{''.join(bold)}'/></svg>"
    )


def grain(seed, side=96):
    """A PNG of four shades, two bits a point: black, clear, two strengths of white."""
    rng = random.Random(seed)
    rows = bytearray()
    for _ in range(side):
        rows.append(0)
        for _ in range(side // 4):
            byte = 0
            for _ in range(4):
                byte = byte << 2 | rng.choices((0, 1, 2, 3), (3, 5, 3, 1))[0]
            rows.append(byte)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 2, 3, 0, 0, 0)
    shades, clear = bytes((0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255)), bytes((26, 0, 6, 13))
    parts = ((b"IHDR", head), (b"PLTE", shades), (b"tRNS", clear), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "contours.svg").write_text(contours() + "\n")
    (folder / "grain.png").write_bytes(grain(7))
