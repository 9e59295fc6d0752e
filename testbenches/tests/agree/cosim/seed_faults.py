#!/usr/bin/env python3
"""Writes a copy of the RTL into a folder, in which each fault of seeded_faults.toml can be chosen at run time by
the variable seeded_pkg::which, and a list of their names for C++.

    seed_faults.py FAULTS.toml RTL_FOLDER OUTPUT_FOLDER
"""
import pathlib
import sys
import tomllib


def once(text, part, where):
    if text.count(part) != 1:
        raise SystemExit(f'{where}: "{part}" stands there {text.count(part)} times; allowed: once; '
                         "follow the change of the RTL")


def seeded(text, fault, number, where, lines):
    """`lines`: what has become of a line by the faults before, which may be in the same one."""
    place = (fault["file"], fault["line"])
    line = lines.get(place, fault["line"])
    once(text, line, where)
    once(fault["line"], fault["right"], where)
    choice = f"(seeded_pkg::which == 8'd{number} ? ({fault['wrong']}) : ({fault['right']}))"
    before, _, behind = line.rpartition(fault["right"])
    lines[place] = before + choice + behind
    return text.replace(line, lines[place])


def main():
    faults_file, rtl, output = map(pathlib.Path, sys.argv[1:])
    faults = tomllib.loads(faults_file.read_text())["fault"]
    texts = {str(path.relative_to(rtl)): path.read_text() for path in sorted(rtl.glob("**/*.sv"))}
    lines = {}
    for number, fault in enumerate(faults, start=1):
        where = f"{faults_file}: {fault['name']}: {fault['file']}"
        texts[fault["file"]] = seeded(texts[fault["file"]], fault, number, where, lines)
    texts["seeded_pkg.sv"] = (
        "package seeded_pkg;\n  logic [7:0] which  /*verilator public_flat_rw*/;\nendpackage\n")
    texts["seeded_faults.inc"] = "".join(f'"{fault["name"]}",\n' for fault in faults)
    for path, text in texts.items():
        place = output / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() or place.read_text() != text:
            place.write_text(text)


main()
