"""C++ header: one struct of constants per register or structure, nothing but <cstdint>."""
from generator.source import banner, camel

WORD = "  static constexpr std::uint32_t"


def _bits(prefix, bits):
    return "".join(f"{WORD} k{prefix}{camel(b.name)}Mask = 0x{b.mask:08x};  ///< {b.summary}\n"
                   f"{WORD} k{prefix}{camel(b.name)}Shift = {b.lsb};\n" for b in bits)


def _register(r):
    return (f"\n/// {r.summary} ({r.confidence})\nstruct {camel(r.name)} {{\n"
            f"{WORD} kOffset = 0x{r.offset:02x};\n{WORD} kReset = 0x{r.reset:08x};\n"
            f"{_bits('', r.bits)}}};\n")


def _member(m):
    out = f"{WORD} k{camel(m.name)} = {m.offset};  ///< {m.summary}\n"
    if m.array:
        out += f"{WORD} k{camel(m.name)}Count = {m.count};\n{WORD} k{camel(m.name)}Stride = {m.size};\n"
    return out + _bits(camel(m.name), m.bits)


def _struct(s):
    return (f"\n/// {s.summary} Byte offsets.\nstruct {camel(s.name)} {{\n"
            f"{WORD} kSize = {s.size};\n{WORD} kAlign = {s.align};\n"
            f"{''.join(_member(m) for m in s.members)}}};\n")


def render(block):
    constants = "".join(f"inline constexpr std::uint32_t k{camel(c.name)} = 0x{c.value:x};  ///< {c.summary}\n"
                        for c in block.constants)
    body = "".join(map(_register, block.registers)) + "".join(map(_struct, block.structs))
    return (f"{banner('//', block.source)}#pragma once\n\n#include <cstdint>\n\n// clang-format off\n"
            f"/// {block.summary}\nnamespace {block.namespace} {{\n\n{constants}{body}"
            f"\n}}  // namespace {block.namespace}\n")
