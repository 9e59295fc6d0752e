"""C header: macros for numbers, structures of words. Also included by the firmware's start-up code."""
from generator.source import banner

TYPES = {4: "uint32_t", 2: "uint16_t", 1: "uint8_t"}


def _bit_macros(name, bits):
    return "".join(f"#define {name}_{b.name.upper()}_MASK 0x{b.mask:08x}u  /* {b.summary} */\n"
                   f"#define {name}_{b.name.upper()}_SHIFT {b.lsb}u\n" for b in bits)


def _constants(block):
    return "".join(f"\n/* {c.summary} */\n#define {block.prefix.upper()}_{c.name.upper()} 0x{c.value:x}u\n"
                   for c in block.constants)


def _registers(block):
    out = []
    for r in block.registers:
        name = f"{block.prefix.upper()}_{r.name.upper()}"
        out.append(f"\n/* {r.summary} */\n#define {name}_OFFSET 0x{r.offset:02x}u\n"
                   f"#define {name}_RESET 0x{r.reset:08x}u\n" + _bit_macros(name, r.bits))
    return "".join(out)


def _struct(block, s):
    prefix = block.prefix.lower()
    lines, macros = [], []
    for m in s.members:
        kind = f"struct {prefix}_{m.type}" if m.type else TYPES[m.size]
        array = f"[{m.count}]" if m.array else ""
        lines.append(f"  {kind} {m.name}{array}; /* +{m.offset}: {m.summary} */\n")
        macros.append(_bit_macros(f"{prefix.upper()}_{s.name.upper()}_{m.name.upper()}", m.bits))
    aligned = f" __attribute__((aligned({s.align})))" if s.align > 4 else ""
    return (f"\n/* {s.summary} */\nstruct {prefix}_{s.name} {{\n{''.join(lines)}}}{aligned};\n"
            f"#define {prefix.upper()}_{s.name.upper()}_SIZE {s.size}u\n{''.join(macros)}")


def render(block):
    guard = f"FLYBAR_GENERATED_{block.name.upper()}_H"
    body = _constants(block) + _registers(block)
    if block.structs:
        body += "\n#ifndef __ASSEMBLER__\n#include <stdint.h>\n"
        body += "".join(_struct(block, s) for s in block.structs)
        body += "\n#endif /* __ASSEMBLER__ */\n"
    return (f"/*{banner('', block.source).rstrip()} */\n#ifndef {guard}\n#define {guard}\n/* clang-format off */\n"
            f"{body}\n#endif /* {guard} */\n")
