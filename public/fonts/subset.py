#!/usr/bin/env python3
"""Cuts the shipped fonts out of the @fontsource npm packages and measures them.

    pip install fonttools==4.68.0 brotli==1.2.1
    npm install --prefix fonts <the packages named in README.md, at 5.3.0>
    python3 public/fonts/subset.py fonts/node_modules

Writes, beside this file: one woff2 per face and script, faces.json (what the
build turns into @font-face rules), licences/ and README.md. Prints what one page
of each look weighs, and fails when a look passes the bound of 120 KB.

The fallback measures need Liberation Serif, Sans and Mono (Debian package
fonts-liberation), which have the advances of Times New Roman, Arial and Courier
New, and DejaVu (fonts-dejavu-core): give the folder of both as the second
argument when it is elsewhere. Roboto and Noto Serif come from npm too.
"""
import io
import json
import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

from hand import complete

HERE = Path(__file__).resolve().parent
LIMIT = 120 * 1000
FEATURES = ["kern", "liga", "mark", "mkmk", "calt", "ccmp", "locl"]
# In the letters of English nothing is composed and no language has forms of its own.
ENGLISH = ["kern", "liga", "calt"]
# The joins that readers know; the rest of what a face joins (Th, fb, gy) costs more than it shows.
LIGATURES = {"ff", "fi", "fl", "ffi", "ffl"}
# Units of an em: for words of at most 60 pixels even on the finest screens, and for what is drawn large.
TEXT, DISPLAY = 512, 1000

# The scripts: name -> (wanted characters, as a unicode-range). English takes the first alone; accents come in the second.
LATIN = "U+0020-007E,U+00A0,U+00A9,U+00B7,U+2009-200A,U+2010-2015,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F"
LATIN_1 = ("U+00A1-00A8,U+00AA-00B6,U+00B8-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2016-2017,"
           "U+201A-201B,U+201E-2021,U+2023-2025,U+2027,U+2030,U+2032-2033,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212")
LATIN_EXT = ("U+0100-0130,U+0132-0151,U+0154-024F,U+0259,U+02C7,U+02D8-02D9,U+02DB,U+02DD,U+0300-0304,"
             "U+0306-030C,U+0323,U+0326-0329,U+1E00-1E9F,U+1EF2-1EF3,U+20A0-20AB,U+20AD-20C0,U+2113,U+2116")
VIETNAMESE = "U+1EA0-1EF1,U+1EF4-1EF9"
# A drop cap is nearly always one of 26 capitals; whatever else a note may begin with comes apart.
CAPITALS = "U+0041-005A"
SMALL = "U+0021-0040,U+0061-007A,U+00A1,U+00AB,U+00BB,U+00BF-00FF,U+0152-0153,U+2018-201D"
COMMON = {"latin": LATIN, "latin-1": LATIN_1, "latin-ext": LATIN_EXT, "vietnamese": VIETNAMESE}

SERIF, SANS, MONO = "Serif", "Sans", "Mono"


class Face:
    """One face to ship: a family at a weight, or at a span of weights out of a variable file; with `at` one weight of
    the variable file stands for the span, at less than half the bytes. `units`: finer coordinates than these are brought
    to them, which nobody sees and every visitor would load."""

    def __init__(self, family, weight, italic=False, like=SERIF, scripts=None, drop=(), sparse=False, at=None,
                 units=DISPLAY):
        self.family, self.italic, self.like, self.at = family, italic, like, at
        self.low, self.high = weight if isinstance(weight, tuple) else (weight, weight)
        self.slug = family.lower().replace(" ", "-")
        self.scripts = scripts or COMMON
        self.units = units
        self.sparse = sparse        # lacks accents and dashes, which hand.py composes
        self.features = [f for f in FEATURES if f not in drop]

    @property
    def variable(self):
        return self.low != self.high or self.at is not None

    @property
    def package(self):
        return f"@fontsource{'-variable' if self.variable else ''}/{self.slug}"

    @property
    def style(self):
        return "italic" if self.italic else "normal"

    @property
    def stem(self):
        span = f"{self.low}-{self.high}" if self.low != self.high else f"{self.low}"
        return f"{self.slug}-{span}{'i' if self.italic else ''}"

    @property
    def css_weight(self):
        return f"{self.low} {self.high}" if self.low != self.high else f"{self.low}"

    def source(self, modules, script):
        """The package's file that holds `script`; accents and the two cuts of a drop cap are in its Latin."""
        part = "latin" if self.sparse or script in ("latin-1", "latin-capitals", "latin-small") else script
        axis = "wght" if self.variable else self.low
        return modules / self.package / "files" / f"{self.slug}-{part}-{axis}-{self.style}.woff2"


FACES = [
    Face("Caprasimo", 400), Face("Young Serif", 400, units=TEXT),
    Face("Nanum Pen Script", 400, like=SANS, scripts={"latin": LATIN, "latin-1": LATIN_1, "latin-ext": LATIN_EXT}, sparse=True,
         units=TEXT),
    Face("Courier Prime", 700, like=MONO, units=TEXT),
    Face("Figtree", (500, 700), like=SANS, units=TEXT),
    Face("Shippori Mincho", 700), Face("Shippori Mincho", 800),
    Face("Zen Old Mincho", 400, units=TEXT), Face("Zen Old Mincho", 500, units=TEXT), Face("Zen Old Mincho", 700, units=TEXT),
    # On a grid of its own, which other units would miss.
    Face("Pixelify Sans", 500, like=SANS), Face("Pixelify Sans", 600, like=SANS),
    Face("Sometype Mono", (500, 700), like=MONO, units=TEXT),
    # Cormorant's contextual forms are 30 more glyphs for swashes no page asks for.
    Face("Cormorant", 600, drop=["calt"]), Face("Cormorant", (600, 700), italic=True, drop=["calt"], at=620),
    Face("EB Garamond", 500, at=500, units=TEXT), Face("EB Garamond", 700, at=700, units=TEXT),
    Face("EB Garamond", (500, 600), italic=True, at=550, units=TEXT),
    Face("Pinyon Script", 400, scripts={"latin-capitals": CAPITALS, "latin-small": SMALL, "latin-ext": LATIN_EXT}),
    Face("Chonburi", 400),
    Face("Old Standard TT", 400, units=TEXT), Face("Old Standard TT", 700, units=TEXT),
    Face("Old Standard TT", 400, italic=True, units=TEXT),
    Face("League Gothic", 400, like=SANS),
    Face("Michroma", 400, like=SANS),
    Face("Saira Condensed", 400, like=SANS, units=TEXT), Face("Saira Condensed", 500, like=SANS, units=TEXT),
    Face("Saira Condensed", 600, like=SANS, units=TEXT),
    Face("Martian Mono", (400, 500), like=MONO, units=TEXT),
    Face("Hedvig Letters Serif", 400), Face("Schibsted Grotesk", (400, 700), like=SANS, units=TEXT),
]

# What one page in English loads, by look (the design, "Type"), and Mantel's own pages.
PAGES = {
    "cozy": ["caprasimo-400", "young-serif-400", "nanum-pen-script-400", "courier-prime-700",
             "figtree-500-700"],
    "washi": ["shippori-mincho-700", "shippori-mincho-800", "zen-old-mincho-400", "zen-old-mincho-500",
              "zen-old-mincho-700"],
    "lofi": ["pixelify-sans-500", "pixelify-sans-600", "sometype-mono-500-700"],
    "painted": ["cormorant-600", "cormorant-600-700i", "eb-garamond-500", "eb-garamond-500-600i",
                "pinyon-script-400"],
    "cobalt": ["chonburi-400", "old-standard-tt-400", "old-standard-tt-700", "old-standard-tt-400i",
               "league-gothic-400"],
    "night": ["michroma-400", "saira-condensed-400", "saira-condensed-500", "saira-condensed-600",
              "martian-mono-400-500"],
    "chrome": ["hedvig-letters-serif-400", "schibsted-grotesk-400-700", "sometype-mono-500-700"],
}

# Faces that machines have, from the rarest to the one that wins where several are installed: what they are called, and
# the file that has their advances. Phones with Android have Roboto and Noto Serif, many a Linux DejaVu alone; the
# fixed-width ones are all as wide as Courier New.
STAND_INS = {
    SERIF: ((("DejaVu Serif",), "dejavu/DejaVuSerif"), (("Noto Serif",), "@fontsource/noto-serif"),
            (("Times New Roman", "Liberation Serif", "Tinos"), "liberation/LiberationSerif")),
    SANS: ((("DejaVu Sans",), "dejavu/DejaVuSans"), (("Roboto",), "@fontsource/roboto"),
           (("Arial", "Liberation Sans", "Arimo", "Helvetica"), "liberation/LiberationSans")),
    MONO: ((("Courier New", "Liberation Mono", "Cousine", "DejaVu Sans Mono", "Droid Sans Mono"), "liberation/LiberationMono"),),
}

# Packages that are measured and not shipped.
MEASURED = {"@fontsource/noto-serif": "5.3.0", "@fontsource/roboto": "5.3.0"}

# Relative frequency of letters and spaces in English running text.
FREQUENCY = dict(zip(" etaoinshrdlucmfwypvbgkjqxz",
                     (18.3, 10.3, 7.5, 6.5, 6.2, 5.7, 5.7, 5.3, 5.0, 4.9, 3.5, 3.3, 2.3, 2.2, 2.0, 2.0, 1.7, 1.4, 1.4,
                      0.8, 1.3, 1.6, 0.6, 0.2, 0.1, 0.1, 0.1)))


def characters(ranges):
    """The code points of a unicode-range."""
    found = set()
    for part in ranges.replace("U+", "").split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def as_ranges(points):
    """A set of code points as the shortest unicode-range."""
    runs = []
    for point in sorted(points):
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ",".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in runs)


def reopened(font):
    """The font after one trip through bytes, which settles what the instancer left lazy."""
    data = io.BytesIO()
    font.flavor = None
    font.save(data)
    data.seek(0)
    return TTFont(data, recalcTimestamp=False)


def joined(font):
    """The font with no other ligatures than those that readers know."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    tables = font["GSUB"].table.LookupList.Lookup if "GSUB" in font and font["GSUB"].table.LookupList else []
    for part in (getattr(part, "ExtSubTable", part) for table in tables for part in table.SubTable):
        if hasattr(part, "ligatures"):
            part.ligatures = {
                first: kept for first, all in part.ligatures.items()
                if (kept := [ligature for ligature in all if "".join(letters.get(g, "?") for g in [first, *ligature.Component]) in LIGATURES])
            }
    return font


def cut(face, source, ranges):
    """The face's glyphs for `ranges`, as a font without hints, or None when it has none of them."""
    font = TTFont(source, recalcTimestamp=False)
    if face.sparse:
        font = reopened(complete(font))
    if not characters(ranges) & set(font.getBestCmap()):
        return None
    if face.variable:
        default = face.low
        font = reopened(instancer.instantiateVariableFont(font, {"wght": face.at or (face.low, default, face.high)}))
    options = subset.Options()
    options.hinting = False
    english = ranges in (LATIN, CAPITALS)
    options.layout_features = [feature for feature in face.features if feature in ENGLISH] if english else face.features
    options.name_IDs = [1]
    options.notdef_outline = True
    options.drop_tables += ["STAT", "MVAR"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters(ranges))
    cutter.subset(joined(font) if english else font)
    if font["head"].unitsPerEm > face.units:
        font = reopened(font)
        scale_upem(font, face.units)
    return font


def declared(face, ranges, font):
    """The range to declare: as wanted, but arrows and primes only where drawn, so that they fall through."""
    rare = characters("U+2032-2033,U+2190-2193")
    wanted = characters(ranges)
    if len(wanted & set(font.getBestCmap())) < len(wanted) * 0.6:
        return as_ranges(wanted & set(font.getBestCmap()))
    return as_ranges(wanted - (rare - set(font.getBestCmap())))


def mean_advance(font):
    """Mean advance of English text, in em."""
    cmap, advances = font.getBestCmap(), font["hmtx"]
    total = sum(advances[cmap[ord(c)]][0] * n for c, n in FREQUENCY.items())
    return total / sum(FREQUENCY.values()) / font["head"].unitsPerEm


def measured(stem, cut_name, modules, fonts):
    """The installed face that a stand-in is measured by. DejaVu often comes without italics, which are as wide."""
    if stem.startswith("@"):
        weight, style = (700 if "Bold" in cut_name else 400), ("italic" if "Italic" in cut_name else "normal")
        return TTFont(modules / stem / "files" / f"{stem.rsplit('/', 1)[1]}-latin-{weight}-{style}.woff2")
    if stem.startswith("dejavu"):
        return TTFont(fonts / f"{stem}{'-Bold' if 'Bold' in cut_name else ''}.ttf")
    return TTFont(fonts / f"{stem}-{cut_name}.ttf")


def fallback(face, weight, source, modules, fonts):
    """Local faces stretched to this face's mean advance and given its line metrics; of those there, the last counts."""
    bold = weight >= 600
    cut_name = {(0, 0): "Regular", (1, 0): "Bold", (0, 1): "Italic", (1, 1): "BoldItalic"}[(int(bold), int(face.italic))]
    font = TTFont(source)
    if face.variable:
        font = reopened(instancer.instantiateVariableFont(font, {"wght": face.at or weight}))
    percent = lambda value: f"{round(value * 100, 2):g}%"
    made = []
    for names, stem in STAND_INS[face.like]:
        adjust = mean_advance(font) / mean_advance(measured(stem, cut_name, modules, fonts))
        unit = font["head"].unitsPerEm * adjust
        upright = cut_name.replace("Italic", "") if stem.startswith("dejavu") else cut_name
        suffix = {"Regular": "", "": "", "BoldItalic": " Bold Italic"}.get(upright, f" {upright}")
        made.append({
            "family": f"{face.family} fallback", "weight": f"{weight}", "style": face.style,
            "local": [name + suffix for name in names],
            "sizeAdjust": percent(adjust),
            "ascentOverride": percent(font["hhea"].ascent / unit),
            "descentOverride": percent(-font["hhea"].descent / unit),
            "lineGapOverride": percent(font["hhea"].lineGap / unit),
        })
    return made


def ship(face, modules):
    """Writes the face's woff2 files; returns their entries for faces.json."""
    entries = []
    for script, ranges in face.scripts.items():
        source = face.source(modules, script)
        font = cut(face, source, ranges) if source.exists() else None
        if font is None:
            continue
        target = HERE / f"{face.stem}-{script}.woff2"
        font.flavor = "woff2"
        font.save(target)
        entries.append({
            "family": face.family, "weight": face.css_weight, "style": face.style, "file": target.name,
            "unicodeRange": declared(face, ranges, font), "bytes": target.stat().st_size,
        })
    return entries


def fallbacks(face, modules, fonts):
    """Fallback entries: one for each weight that the design names within this face."""
    source = face.source(modules, "latin")
    named = [w for w in (400, 500, 600, 700) if face.low <= w <= face.high] or [face.low]
    return [rule for weight in named for rule in fallback(face, weight, source, modules, fonts)]


def readme(rows, versions):
    """README.md: origin of every file."""
    packages = " ".join(sorted(f"{name}@{version}" for name, version in (versions | MEASURED).items()))
    lines = ["# Fonts", "",
             "All fonts are under the SIL Open Font License 1.1; its text and the copyright lines are in `licences/`.",
             "`subset.py` generates the files from the npm packages named below: English letters, the rest of Latin-1, extended Latin and,",
             "where the package has it, Vietnamese; without hints; with the layout features kern, liga, mark, mkmk, calt, ccmp and locl (for",
             "English kern, calt and the f ligatures); in 512 units per em for text and 1,000 for display sizes. Pinyon Script is used for",
             "drop caps, so its capitals are a separate file. Nanum Pen Script has no accents and no dashes; `hand.py` composes them from its",
             "own strokes.",
             "", "`faces.json` lists each file with its family, weight, style and characters, and for each face a local fallback with the same",
             "widths and line metrics, so that text does not reflow when the font arrives.",
             "", "To generate them again:", "", "```", "pip install fonttools==4.68.0 brotli==1.2.1",
             f"npm install --prefix fonts {packages}",
             "python3 public/fonts/subset.py fonts/node_modules", "```", "",
             "| file | package | version | bytes |", "| - | - | - | - |"]
    lines += [f"| {e['file']} | {face.package} | {versions[face.package]} | {e['bytes']} |" for face, e in rows]
    (HERE / "README.md").write_text("\n".join(lines) + "\n")


def weigh(rows):
    """Prints what each look's page loads; returns the looks past the bound."""
    first = {}
    for face, entry in rows:
        first.setdefault(face.stem, entry["bytes"])
    heavy = []
    for look, stems in PAGES.items():
        total = sum(first[s] for s in stems)
        print(f"{look:8} {total:7}  " + "  ".join(f"{s} {first[s]}" for s in stems))
        if total > LIMIT:
            heavy.append(look)
    return heavy


def main():
    modules = Path(sys.argv[1])
    fonts = Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/share/fonts/truetype")
    for old in HERE.glob("*.woff2"):
        old.unlink()
    (HERE / "licences").mkdir(exist_ok=True)
    rows, entries, versions = [], [], {}
    for face in FACES:
        versions[face.package] = json.loads((modules / face.package / "package.json").read_text())["version"]
        shutil.copy(modules / face.package / "LICENSE", HERE / "licences" / f"{face.slug}.txt")
        made = ship(face, modules)
        rows += [(face, e) for e in made]
        entries += made + fallbacks(face, modules, fonts)
    (HERE / "faces.json").write_text("[\n" + ",\n".join(json.dumps(e) for e in entries) + "\n]\n")
    readme(rows, versions)
    heavy = weigh(rows)
    if heavy:
        sys.exit(f"over {LIMIT} bytes: {', '.join(heavy)}")


if __name__ == "__main__":
    main()
