#!/usr/bin/env python3
"""Whether models/rtl/executor/flip_flops.h gives every flip-flop of the chip in SystemVerilog the state of the model:

    flip_flops.py SOURCE.sv ...

Yosys says which there are. Flip-flops behind the output pins that report what the clock did (pio_done_o, mon_report_o)
have no effect on the chip, so a chip need not be given them.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
LIST = "models/rtl/executor/flip_flops.h"
REPORT = re.compile(r"(pio_done|pio_rdata|hdma_moved|hdma_wdata|flow_stop|flow_go|fault|mon_report)_o")


def modules(sources):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "chip.json"
        script = f"read_verilog -sv {' '.join(sources)}; hierarchy -top lanai_board; proc; memory_collect; opt_clean; write_json {made}"
        subprocess.run(["yosys", "-q", "-p", script], check=True)
        return json.loads(made.read_text())["modules"]


def flip_flops(all_modules, module="lanai_board", path=""):
    """The names of each flip-flop, of which any will do, and of each memory."""
    names = {}
    for name, net in all_modules[module]["netnames"].items():
        for bit in net["bits"]:
            names.setdefault(bit, set()).add(path + name)
    for name, cell in all_modules[module]["cells"].items():
        if cell["type"] in all_modules:
            yield from flip_flops(all_modules, cell["type"], f"{path}{name}.")
        elif cell["type"].startswith("$mem"):
            yield {path + name}
        elif "dff" in cell["type"]:
            yield set().union(*(names.get(bit, {path + name}) for bit in cell["connections"]["Q"]))


def main(sources):
    known = set(re.findall(r'use_\(\s*\{"([\w.]+)"', (ROOT / LIST).read_text()))
    found = list(flip_flops(modules(sources)))
    left = [names for names in found if not names & known and not any(REPORT.fullmatch(name) for name in names)]
    gone = known - set().union(*found)
    for names in left:
        print(f"{LIST}: {' or '.join(sorted(names))} is a flip-flop of the RTL that no state is written to; "
              "allowed: all of them; add it with the value that the model's state gives it")
    for name in sorted(gone):
        print(f"{LIST}: {name} is no flip-flop of the RTL; allowed: those that it has; take it out")
    print(f"{len(found)} flip-flops and memories in the RTL, {len(known)} with the state of the model")
    return bool(left or gone or not found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
