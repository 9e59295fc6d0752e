"""SystemVerilog package: parameters for numbers, packed structures for registers."""
from generator.source import WORD_BITS, banner, camel

KEYWORDS = ("bit", "byte", "time", "wait", "word")


def _parameter(name, value, summary=""):
    comment = f"  // {summary}" if summary else ""
    return f"  parameter logic [31:0] {name} = 32'h{value:08x};{comment}\n"


def _packed(name, bits):
    lines, above = [], WORD_BITS
    for b in sorted(bits, key=lambda b: -b.msb):
        if above - 1 > b.msb:
            lines.append(f"    logic [{above - 2 - b.msb}:0] reserved_{above - 1}_{b.msb + 1};\n")
        field = b.name.lower() + ("_" if b.name.lower() in KEYWORDS else "")
        lines.append(f"    logic [{b.width - 1}:0] {field};\n")
        above = b.lsb
    if above:
        lines.append(f"    logic [{above - 1}:0] reserved_{above - 1}_0;\n")
    return f"  typedef struct packed {{\n{''.join(lines)}  }} {name.lower()}_t;\n"


def _register(r):
    name = camel(r.name)
    out = f"\n  // {r.summary}\n" + _parameter(f"{name}Offset", r.offset) + _parameter(f"{name}Reset", r.reset)
    masks = "".join(_parameter(f"{name}{camel(b.name)}Mask", b.mask) for b in r.bits)
    return out + masks + (_packed(r.name, r.bits) if r.bits else "")


def _struct(s):
    name, out = camel(s.name), f"\n  // {s.summary}\n"
    out += _parameter(f"{name}Size", s.size)
    for m in s.members:
        out += _parameter(f"{name}{camel(m.name)}Offset", m.offset, m.summary)
        if m.bits:
            out += _packed(f"{s.name}_{m.name}", m.bits)
    return out


def _strobes(part):
    lines = "".join(f"    logic {r.lower()};\n" for r in part.registers)
    return f"\n  // {part.summary} A bit for each register.\n  typedef struct packed {{\n{lines}  }} {part.name}_regs_t;\n"


def decoder(block):
    """The module that says which register an access is one of."""
    package, width = f"{block.name}_pkg", max(len(f"{block.name}_pkg::{p.name}_regs_t") for p in block.parts)
    ports = "".join(f",\n    output      {f'{package}::{p.name}_regs_t'.ljust(width)} {p.name}_o" for p in block.parts)
    clear = "".join(f"    {p.name}_o = '0;\n" for p in block.parts)
    body = "".join(f"        {package}::{camel(r)}Offset: {p.name}_o.{r.lower()} = 1'b1;\n"
                   for p in block.parts for r in p.registers)
    answers = " || ".join(f"{p.name}_o != '0" for p in block.parts if p.answers)
    return (f"{banner('//', block.source)}// Which register an access is one of.\n`default_nettype none\n\n"
            f"module {block.name}_decode (\n"
            f"    input  wire {'logic'.ljust(width)} valid_i,\n    input  wire {'logic [7:0]'.ljust(width)} offset_i{ports},\n"
            f"    output      {'logic'.ljust(width)} kept_o  // by a part that answers when it is read\n);\n"
            f"  always_comb begin\n{clear}    if (valid_i) begin\n      case ({{24'd0, offset_i}})\n{body}        default: ;\n      endcase\n"
            f"    end\n  end\n  assign kept_o = {answers};\n"
            f"endmodule\n\n`default_nettype wire\n")


def render(block):
    constants = "".join(_parameter(camel(c.name), c.value, c.summary) for c in block.constants)
    body = "".join(map(_register, block.registers)) + "".join(map(_struct, block.structs))
    body += "".join(map(_strobes, block.parts))
    return (f"{banner('//', block.source)}// verilator lint_off UNUSEDPARAM\npackage {block.name}_pkg;\n"
            f"{constants}{body}\nendpackage : {block.name}_pkg\n// verilator lint_on UNUSEDPARAM\n")
