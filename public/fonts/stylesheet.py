"""Writes style/fonts.css from faces.json: run from this folder after subset.py."""
import json, pathlib

here = pathlib.Path(__file__).parent
rules = ["/* Written by public/fonts/stylesheet.py from faces.json. */"]
for face in json.loads((here / "faces.json").read_text()):
    name, weight, style = face["family"], face.get("weight", "400"), face.get("style", "normal")
    head = f'font-family:"{name}";font-weight:{weight};font-style:{style};'
    if "local" in face:
        src = ",".join(f'local("{name}")' for name in face["local"])
        rules.append(
            f'@font-face{{{head}src:{src};size-adjust:{face["sizeAdjust"]};ascent-override:{face["ascentOverride"]};'
            f'descent-override:{face["descentOverride"]};line-gap-override:{face["lineGapOverride"]}}}'
        )
    else:
        rules.append(
            f'@font-face{{{head}font-display:swap;src:url(/fonts/{face["file"]}) format("woff2");unicode-range:{face["unicodeRange"]}}}'
        )
(here.parent.parent / "style" / "fonts.css").write_text("\n".join(rules) + "\n")
