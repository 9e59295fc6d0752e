#!/usr/bin/env python3
"""Whether the parts that Verilator has made of a clock are those that models/rtl/executor/verilated.h calls one by one:

    phases.py FOLDER_OF_GENERATED_CODE ...

- An edge is nba_sequent__TOP__0, then nba_sequent__TOP__1; logic behind inputs is ico_sequent__TOP__0 alone.
- All that nba_sequent__TOP__1 works out, ico_sequent__TOP__0 works out as well, so that one of both is enough.
- Outputs of the chip are worked out by the edge.
"""
import pathlib
import re
import sys

EDGE, REST, INPUTS = "nba_sequent__TOP__0", "nba_sequent__TOP__1", "ico_sequent__TOP__0"


def functions(folder):
    """The text of each function of a folder, by the end of its name."""
    found = {}
    for path in sorted(folder.glob("*DepSet*.cpp")):
        for part in re.split(r"\n(?=(?:VL_\w+ )*void V)", path.read_text()):
            head = re.match(r"(?:VL_\w+ )*void \w+?___024root___(\w+)\([^;]*\{\n", part)
            if head:
                found[head[1]] = part
    return found


def worked_out(text):
    """Members of the chip that are assigned, without the loops' and triggers' own."""
    names = re.findall(r"vlSelf->(\w+)(?:\.at\([^)]*\)|\[[^\]]*\])*\s*(?:[|&^+-]|<<)?=(?!=)", text)
    names += re.findall(r"VL_\w+_W\w*\((?:\d+\s*,\s*)+vlSelf->(\w+)", text)
    return {name for name in names if not name.startswith("__V")}


def faults(folder):
    parts = functions(folder)
    for caller, called in (("eval_nba", [EDGE, REST]), ("eval_ico", [INPUTS])):
        calls = re.findall(r"___024root___(\w+)\(vlSelf\);", parts.get(caller, ""))
        if calls != called:
            yield f"{caller} calls {calls}; allowed: {called}"
            return
    left = worked_out(parts[REST]) - worked_out(parts[INPUTS])
    if not worked_out(parts[REST]) or left:
        yield f"{REST} works out {sorted(left)}; allowed: only what {INPUTS} does as well"
    outputs = {name for name in worked_out(parts[REST]) if name.endswith("_o") and "__DOT__" not in name}
    if outputs:
        yield f"{REST} works out {sorted(outputs)}; allowed: no outputs"


def main(folders):
    found = [f"{folder}: {fault}" for folder in folders for fault in faults(pathlib.Path(folder))]
    for fault in found:
        print(fault + "; follow the change in VerilatedExecutor::edge", file=sys.stderr)
    return 1 if found or not folders else 0


sys.exit(main(sys.argv[1:]))
