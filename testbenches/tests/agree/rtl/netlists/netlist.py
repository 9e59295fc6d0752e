#!/usr/bin/env python3
"""Makes the chip in SystemVerilog a netlist by Yosys, for executors other than Verilator on the sources themselves.

    netlist.py gates | cxxrtl | mutants OUTPUT_FOLDER

gates    Verilog of two-input gates, multiplexers and flip-flops, compiled by Verilator: Vlanai_board_gates.h, its archive
cxxrtl   C++ by Yosys' own simulator: Vlanai_board_cxxrtl.h, with the names that Verilator would give, and cxxrtl.cc
mutants  Verilog in which one of the faults of mutants.txt is chosen by the port mutant (0: none), compiled likewise,
         for lanai_board and for the units of testbenches/tests/agree/rtl/units.sv

Memories stay arrays in all of them, as `proc` makes them: Yosys 0.23 puts write ports together wrongly (memory_share).
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[5]
MUTANTS = 240
SPARE = 20
SEED = 1
# The canary of testbenches/tests/agree/rtl/canary_test.cpp says why -fno-dfg; bits are what -fno-const-bit-op-tree is for.
# Of a loop (UNOPTFLAT), some bits may stay what they were in the clock before.
VERILATOR = ["verilator", "--cc", "--build", "-j", "1", "-O3", "-fno-dfg", "-fno-const-bit-op-tree", "-Wno-fatal",
             "-Wno-lint", "-Werror-UNOPTFLAT", "-MAKEFLAGS", "OPT_FAST=-O1"]
BOTH = "module both; (* keep *) lanai_board board (); (* keep *) units units (); endmodule\n"
# To Verilator, a vector whose bits depend on others of its bits is a loop. So a net has one driver: no modules, whose ports
# cannot be split, and outputs are copies of what is inside.
FLAT = ["flatten", "opt_clean -purge"]
SPLIT = ["iopadmap -outpad pad bit_i:pin_o -bits", "splitnets -driver"]
PAD = "module pad (input bit_i, output pin_o); assign pin_o = bit_i; endmodule\n"


def sources():
    text = (ROOT / "rtl/CMakeLists.txt").read_text()
    return re.findall(r"^  ((?:models|rtl)/[a-z0-9_/]+\.sv)", text, re.M)


def run(command):
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=False,
                          env=dict(os.environ, OBJCACHE="ccache"))
    if done.returncode != 0:
        sys.exit(f"netlist.py: {command[0]} failed; allowed: success; see what it says:\n{done.stdout}{done.stderr}")


def yosys(folder, lines):
    script = folder / "netlist.ys"
    script.write_text("\n".join(lines) + "\n")
    run(["yosys", "-q", script])


def verilate(folder, top, prefix, netlist):
    text = netlist.read_text()
    # What tests put into the memory and look at.
    text = re.sub(r"(reg \[31:0\] (?:mem|regs_q|\\u_sram.mem|\\u_chip.u_core.u_operands.u_regfile.regs_q) +\[[0-9:]+\]);", r"\1 /*verilator public_flat_rw*/;", text)
    netlist.write_text(text + PAD)
    run([*VERILATOR, "--top-module", top, "--prefix", prefix, "--Mdir", folder, netlist])


def gates(folder):
    netlist = folder / "lanai_board.v"
    yosys(folder, [f"read_verilog -sv {' '.join(sources())}", "hierarchy -check -top lanai_board",
                   "proc", "opt", "techmap", "opt -fast", "abc -g AND,OR,XOR,MUX", *FLAT, "check -assert", *SPLIT,
                   f"write_verilog -noattr {netlist}"])
    verilate(folder, "lanai_board", "Vlanai_board_gates", netlist)


def mutants(folder):
    both = folder / "both.v"
    both.write_text(BOTH)
    read = [f"read_verilog -sv {' '.join(sources())} testbenches/tests/agree/rtl/units.sv {both}", "hierarchy -check -top both",
            "proc", "opt -full", "opt_clean -purge"]
    listed = folder / "mutants.txt"
    yosys(folder, read + [f"mutate -list {MUTANTS + SPARE} -seed {SEED} -ctrl mutant 16 0 -o {listed} units both %u %n"])
    # The enable of a port that reads a memory without a clock has no meaning. A clock behind a mutant's gate comes later
    # than the others, so that its flip-flops take what these have just written, also without the mutant.
    fit = [line for line in listed.read_text().splitlines()
           if not re.search(r"\$memrd.* -port \\?EN | -port \\?CLK ", line)][:MUTANTS]
    listed.write_text("".join(re.sub(r"(-ctrl \S+ \S+) \S+", rf"\1 {n}", line) + "\n" for n, line in enumerate(fit, start=1)))
    tops = {"lanai_board": "Vlanai_board_mutants", "units": "Vrtl_units"}
    alone = [line for top in tops for line in ("design -load mutants", f"hierarchy -top {top}", *FLAT, *SPLIT,
                                               f"write_verilog -noattr {folder / top}.v")]
    yosys(folder, read + listed.read_text().splitlines() + ["design -save mutants", *alone])
    for top, prefix in tops.items():
        verilate(folder, top, prefix, folder / f"{top}.v")


# A class like those of Verilator, around one of CXXRTL.
SHIM = """// Made by testbenches/tests/agree/rtl/netlists/netlist.py.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>

struct Vlanai_board_cxxrtl___024root {{
  explicit Vlanai_board_cxxrtl___024root(VerilatedContext*);
  ~Vlanai_board_cxxrtl___024root();
  struct Memory {{
    std::uint32_t& operator[](std::uint32_t index) const {{ return word(inside, index); }}
    void* inside;
    std::uint32_t& (*word)(void*, std::uint32_t);
  }};
  Memory lanai_board__DOT__u_sram__DOT__mem, lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__u_regfile__DOT__regs_q;
  bool __Vtrigrprev__TOP__clk_i = false;
  struct Inside;
  std::unique_ptr<Inside> inside;
}};

class Vlanai_board_cxxrtl {{
 public:
  explicit Vlanai_board_cxxrtl(VerilatedContext* context) : root(context) {{}}
  void eval();
  void final() {{}}
{ports}
  Vlanai_board_cxxrtl___024root root;
  Vlanai_board_cxxrtl___024root* const rootp = &root;
}};

/// All logic is worked out at every clock.
inline void Vlanai_board_cxxrtl___024root___eval_settle(Vlanai_board_cxxrtl___024root*) {{}}
"""
SHIM_CODE = """#include "Vlanai_board_cxxrtl.h"

#include "lanai_board.cc"

using Design = cxxrtl_design::p_lanai__board;

struct Vlanai_board_cxxrtl___024root::Inside {{
  Design design;
}};

Vlanai_board_cxxrtl___024root::Vlanai_board_cxxrtl___024root(VerilatedContext*) : inside(new Inside) {{
  lanai_board__DOT__u_sram__DOT__mem = {{inside.get(), [](void* i, std::uint32_t index) -> std::uint32_t& {{
    return static_cast<Inside*>(i)->design.memory_p_u__sram_2e_mem[index].data[0];
  }}}};
  lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__u_regfile__DOT__regs_q = {{inside.get(), [](void* i, std::uint32_t index) -> std::uint32_t& {{
    return static_cast<Inside*>(i)->design.memory_p_u__chip_2e_u__core_2e_u__operands_2e_u__regfile_2e_regs__q[index].data[0];
  }}}};
}}
Vlanai_board_cxxrtl___024root::~Vlanai_board_cxxrtl___024root() = default;

namespace {{
template <class Word, std::size_t bits>
void copy_in(cxxrtl::value<bits>& to, const Word& from) {{
  if constexpr (bits <= 32) to.data[0] = from & cxxrtl::value<bits>::msb_mask;
  else for (std::size_t n = 0; n < cxxrtl::value<bits>::chunks; ++n) to.data[n] = from[n];
  if constexpr (bits > 32) to.data[cxxrtl::value<bits>::chunks - 1] &= cxxrtl::value<bits>::msb_mask;
}}
template <std::size_t bits>
const cxxrtl::value<bits>& now(const cxxrtl::value<bits>& v) {{ return v; }}
template <std::size_t bits>
const cxxrtl::value<bits>& now(const cxxrtl::wire<bits>& w) {{ return w.curr; }}
template <class Word, std::size_t bits>
void copy_bits(Word& to, const cxxrtl::value<bits>& from) {{
  if constexpr (bits <= 32) to = static_cast<Word>(from.data[0]);
  else for (std::size_t n = 0; n < cxxrtl::value<bits>::chunks; ++n) to[n] = from.data[n];
}}
}}  // namespace

void Vlanai_board_cxxrtl::eval() {{
  Design& design = root.inside->design;
{ins}
  design.p_clk__i.data[0] = 0;
  design.step();
  if (clk_i) {{
    design.p_clk__i.data[0] = 1;
    design.step();
  }}
{outs}
}}
"""


def cxxrtl(folder):
    ports_file = folder / "ports.json"
    yosys(folder, [f"read_verilog -sv {' '.join(sources())}", "hierarchy -check -top lanai_board", "proc",
                   f"write_json {ports_file}", "flatten", "opt",
                   f"write_cxxrtl {folder / 'lanai_board.cc'}"])
    ports = json.loads(ports_file.read_text())["modules"]["lanai_board"]["ports"]
    shown, ins, outs = [], [], []
    for name, port in ports.items():
        width = len(port["bits"])
        inside = "design.p_" + name.replace("_", "__")
        kind = next(f"std::uint{bits}_t" for bits in (8, 16, 32) if width <= bits) if width <= 32 else None
        shown.append(f"  {kind} {name} = 0;" if kind else f"  std::uint32_t {name}[{-(-width // 32)}] = {{}};")
        if port["direction"] == "output":
            outs.append(f"  copy_bits({name}, now({inside}));")
        elif name != "clk_i":
            ins.append(f"  copy_in({inside}, {name});")
    (folder / "Vlanai_board_cxxrtl.h").write_text(SHIM.format(ports="\n".join(shown)))
    (folder / "Vlanai_board_cxxrtl___024root.h").write_text('#include "Vlanai_board_cxxrtl.h"\n')
    (folder / "cxxrtl.cc").write_text(SHIM_CODE.format(ins="\n".join(ins), outs="\n".join(outs)))


def main(arguments):
    kinds = {"gates": gates, "cxxrtl": cxxrtl, "mutants": mutants}
    if len(arguments) != 2 or arguments[0] not in kinds:
        sys.exit(f"netlist.py: found \"{' '.join(arguments)}\"; allowed: {' | '.join(kinds)} and a folder; name both")
    folder = Path(arguments[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kinds[arguments[0]](folder)


main(sys.argv[1:])
