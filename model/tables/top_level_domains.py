#!/usr/bin/env python3
"""Writes model/src/brief/detect/top_level_domain_table.rs from the list of top-level domains.

    python3 model/tables/top_level_domains.py LIST > model/src/brief/detect/top_level_domain_table.rs

LIST is IANA's list (https://data.iana.org/TLD/tlds-alpha-by-domain.txt), or the JSON list of the npm package `tlds`
that is made from it (`npm pack tlds`, package/index.json). For each first letter the domains follow each other in
order, each as a capital that says how many letters it shares with the one before (A: none, not counting the first
letter) and the letters after those: 8 KB become 5, and 2.7 in a compressed download.
"""

import json
import sys
import unicodedata

text = open(sys.argv[1], encoding="utf-8").read()
names = json.loads(text) if text.lstrip().startswith("[") else [
    line.strip().lower() for line in text.splitlines() if line.strip() and not line.startswith("#")
]
names = [name.encode().decode("idna") if name.startswith("xn--") else name for name in names]
# Kept for examples (RFC 2606): in documentation everywhere, ours too.
names = sorted({unicodedata.normalize("NFC", name) for name in names} | {"example"})
ascii_names = [name for name in names if name.isascii()]


def coded(letter):
    before, out = "", ""
    for tail in (name[1:] for name in ascii_names if name[0] == letter):
        shared = 0
        while shared < min(len(before), len(tail)) and before[shared] == tail[shared]:
            shared += 1
        out += chr(ord("A") + shared) + tail[shared:]
        before = tail
    return out


print(f"""//! The {len(names)} top-level domains: written by `model/tables/top_level_domains.py`, which explains the form.

/// Those in ASCII, by their first letter.
pub(super) const LATIN: [&str; 26] = [""")
for letter in "abcdefghijklmnopqrstuvwxyz":
    print(f'    "{coded(letter)}",')
print("];\n\n/// The others, each between spaces.")
print(f'pub(super) const OTHER: &str = " {" ".join(name for name in names if not name.isascii())} ";')
