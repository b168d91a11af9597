"""Gives Nanum Pen Script the letters it lacks, out of its own strokes.

The face holds ASCII and Hangul: no accents, no dashes, no ellipsis. Each new letter is
composed of glyphs that are there (a comma under a c, a hyphen drawn long), so the
pen stays the same and the file hardly grows. Letters that cannot be composed so,
such as ß, are left to the next face.
"""
import unicodedata

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

SPACE_BETWEEN = 34      # from a letter to the mark over it, in units of the em (1000)
MARGIN = 30             # side bearings of a composed sign

# Marks: combining character -> parts (glyph's character, xx, xy, yx, yy, dx, dy), where the part is first
# scaled about its own middle and then moved; below the letter when `BELOW` names it.
MARKS = {
    0x300: [("`", .72, 0, 0, .72, 0, 0)],
    0x301: [("`", -.72, 0, 0, .72, 0, 0)],
    0x302: [("^", .62, 0, 0, .58, 0, 0)],
    0x303: [("~", .52, 0, 0, .70, 0, 0)],
    0x304: [("-", .62, 0, 0, .75, 0, 0)],
    0x306: [("(", 0, .55, -.30, 0, 0, 0)],
    0x307: [(".", .95, 0, 0, .95, 0, 0)],
    0x308: [(".", .85, 0, 0, .85, -68, 0), (".", .85, 0, 0, .85, 68, 8)],
    0x30A: [("°", .60, 0, 0, .60, 0, 0)],
    0x30B: [("`", -.62, 0, 0, .62, -70, 0), ("`", -.62, 0, 0, .62, 62, 6)],
    0x30C: [("^", .62, 0, 0, -.58, 0, 0)],
    0x327: [(",", .85, 0, 0, .85, 0, 0)],
    0x328: [(",", -.85, 0, 0, .85, 60, 0)],
    0x326: [(",", .70, 0, 0, .70, 0, 0)],
    0x323: [(".", .9, 0, 0, .9, 0, 0)],
}
BELOW = {0x327: 40, 0x328: 40, 0x326: -26, 0x323: -30}      # how far the mark reaches into the letter

# Signs: character -> parts, each scaled about its own middle, which is then put at (x, y) on the em.
SIGNS = {
    "–": [("-", 1.35, 0, 0, 1, 235, 320)],
    "—": [("-", 1.95, 0, 0, 1, 325, 322)],
    "−": [("-", 1.15, 0, 0, 1, 205, 320)],
    "‐": [("-", 1, 0, 0, 1, 185, 341)],
    "‑": [("-", 1, 0, 0, 1, 185, 341)],
    "…": [(".", 1, 0, 0, 1, 80, 146), (".", 1, 0, 0, 1, 230, 150), (".", 1, 0, 0, 1, 380, 144)],
    "·": [(".", 1, 0, 0, 1, 95, 330)],
    "•": [(".", 1.7, 0, 0, 1.6, 120, 325)],
    "«": [("<", .48, 0, 0, .52, 110, 310), ("<", .48, 0, 0, .52, 260, 314)],
    "»": [(">", .48, 0, 0, .52, 110, 310), (">", .48, 0, 0, .52, 260, 314)],
    "‹": [("<", .48, 0, 0, .52, 110, 310)],
    "›": [(">", .48, 0, 0, .52, 110, 310)],
    "‚": [(",", 1, 0, 0, 1, 110, 70)],
    "„": [(",", 1, 0, 0, 1, 110, 70), (",", 1, 0, 0, 1, 230, 74)],
    "′": [("'", 1, 0, 0, 1, 90, 676)],
    "″": [('"', 1, 0, 0, 1, 130, 676)],
    "¡": [("!", -1, 0, 0, -1, 110, 300)],
    "¿": [("?", -1, 0, 0, -1, 200, 300)],
    "→": [("-", 1.7, 0, 0, 1, 290, 330), (">", .42, 0, 0, .5, 500, 331)],
    "←": [("-", 1.7, 0, 0, 1, 330, 330), ("<", .42, 0, 0, .5, 120, 331)],
    "€": [("C", 1, 0, 0, 1, 250, 360), ("=", .8, 0, 0, .75, 170, 372)],
    "²": [("2", .6, 0, 0, .6, 120, 600)],
    "³": [("3", .6, 0, 0, .6, 120, 600)],
    "¹": [("1", .6, 0, 0, .6, 90, 600)],
    "º": [("o", .6, 0, 0, .6, 130, 600)],
    "ª": [("a", .6, 0, 0, .6, 120, 600)],
    "ø": [("o", 1, 0, 0, 1, 205, 311), ("/", 1, 0, 0, .72, 205, 311)],
    "Ø": [("O", 1, 0, 0, 1, 219, 352), ("/", 1.2, 0, 0, .95, 219, 352)],
    "æ": [("a", .92, 0, 0, 1, 185, 328), ("e", 1, 0, 0, 1, 455, 327)],
    "Æ": [("A", 1, 0, 0, 1, 226, 353), ("E", .9, 0, 0, 1, 560, 359)],
    "œ": [("o", .95, 0, 0, 1, 200, 311), ("e", 1, 0, 0, 1, 480, 327)],
    "Œ": [("O", .95, 0, 0, 1, 215, 352), ("E", .9, 0, 0, 1, 540, 352)],
    "ł": [("l", 1, 0, 0, 1, 118, 369), ("/", .85, 0, 0, .34, 118, 380)],
    "Ł": [("L", 1, 0, 0, 1, 260, 348), ("/", .9, 0, 0, .36, 130, 370)],
    "đ": [("d", 1, 0, 0, 1, 187, 410), ("-", .72, 0, 0, .8, 300, 590)],
    "Đ": [("D", 1, 0, 0, 1, 220, 360), ("-", .8, 0, 0, .9, 90, 370)],
    "ħ": [("h", 1, 0, 0, 1, 200, 370), ("-", .7, 0, 0, .8, 110, 580)],
}
LETTERS = [*range(0xC0, 0x180), *range(0x218, 0x21C), *range(0x1E80, 0x1E86), 0x1EF2, 0x1EF3]


class Composer:
    """Adds composed glyphs to a font that has a glyf table."""

    def __init__(self, font):
        self.font, self.glyf, self.metrics = font, font["glyf"], font["hmtx"]
        self.names = font.getBestCmap()

    def box(self, name):
        glyph = self.glyf[name]
        return glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax

    def put(self, point, glyph, advance=None):
        """Registers a glyph for a code point; the advance follows its box when none is given."""
        name = f"uni{point:04X}"
        self.font.setGlyphOrder([*self.font.getGlyphOrder(), name])
        self.glyf.glyphs[name] = glyph
        glyph.recalcBounds(self.glyf)
        self.metrics[name] = (advance or glyph.xMax + MARGIN, glyph.xMin)
        for table in self.font["cmap"].tables:
            if table.isUnicode():
                table.cmap[point] = name
        self.names = self.font.getBestCmap()
        return name

    def part(self, pen, name, xx, xy, yx, yy, x, y):
        """One glyph, scaled about the middle of its box, that middle put at (x, y)."""
        x0, y0, x1, y1 = self.box(name)
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        pen.addComponent(name, (xx, xy, yx, yy, round(x - xx * cx - yx * cy), round(y - xy * cx - yy * cy)))

    def height(self, parts):
        """Height of a mark: of its tallest part."""
        tall = 0
        for char, _, xy, _, yy, _, _ in parts:
            x0, y0, x1, y1 = self.box(self.names[ord(char)])
            tall = max(tall, abs(xy) * (x1 - x0) + abs(yy) * (y1 - y0))
        return tall

    def accented(self, point, base, mark):
        """A letter under or over a mark."""
        x0, y0, x1, y1 = self.box(base)
        parts = MARKS[mark]
        half = self.height(parts) / 2
        level = y0 - half + BELOW[mark] if mark in BELOW else y1 + SPACE_BETWEEN + half
        pen = TTGlyphPen(self.font.getGlyphSet())
        pen.addComponent(base, (1, 0, 0, 1, 0, 0))
        for char, xx, xy, yx, yy, dx, dy in parts:
            self.part(pen, self.names[ord(char)], xx, xy, yx, yy, (x0 + x1) / 2 + dx, level + dy)
        self.put(point, pen.glyph(), self.metrics[base][0])

    def sign(self, char):
        pen = TTGlyphPen(self.font.getGlyphSet())
        for source, *rest in SIGNS[char]:
            self.part(pen, self.names[ord(source)], *rest)
        self.put(ord(char), pen.glyph())

    def dotless(self, char, point):
        """The letter without its dot, which is the contour that lies highest."""
        name = self.names[ord(char)]
        recorded = DecomposingRecordingPen(self.font.getGlyphSet())
        self.font.getGlyphSet()[name].draw(recorded)
        contours, current = [], []
        for step in recorded.value:
            current.append(step)
            if step[0] in ("closePath", "endPath"):
                contours.append(current)
                current = []
        stem = min(contours, key=lambda c: max(p[1] for _, args in c for p in args if p))
        pen = TTGlyphPen(None)
        for call, args in stem:
            getattr(pen, call)(*args)
        self.put(point, pen.glyph(), self.metrics[name][0])


def complete(font):
    """Adds every letter and sign that can be composed and is not there yet."""
    made = Composer(font)
    made.dotless("i", 0x131)
    made.dotless("j", 0x237)
    for char in SIGNS:
        if ord(char) not in made.names:
            made.sign(char)
    for point in LETTERS:
        pieces = unicodedata.decomposition(chr(point)).split()
        if point in made.names or len(pieces) != 2 or pieces[0].startswith("<"):
            continue
        base, mark = (int(piece, 16) for piece in pieces)
        base = {ord("i"): 0x131, ord("j"): 0x237}.get(base, base) if mark not in BELOW else base
        if base in made.names and mark in MARKS:
            made.accented(point, made.names[base], mark)
    for space in (0xA0, 0x2009, 0x202F):
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap.setdefault(space, made.names[0x20])
    return font
