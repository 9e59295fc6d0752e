"""Tables for people."""
from generator.source import banner


def _constants(block):
    if not block.constants:
        return ""
    rows = "".join(f"| {c.name} | {c.value:#x} | {c.summary} |\n" for c in block.constants)
    return f"\n| Constant | Value | Meaning |\n|---|---|---|\n{rows}"


def _bit_rows(bits):
    return "".join(f"| | {b.msb}:{b.lsb} | {b.name} | {b.access} | {b.reset:#x} | | {b.summary} |\n"
                   for b in sorted(bits, key=lambda b: -b.msb))


def _registers(block):
    if not block.registers:
        return ""
    rows = "".join(f"| 0x{r.offset:02x} | | **{r.name}** | {r.access} | 0x{r.reset:08x} | {r.confidence} "
                   f"| {r.summary} |\n" + _bit_rows(r.bits) for r in block.registers)
    return f"\n| Offset | Bits | Name | Access | Reset | Conf. | Meaning |\n|---|---|---|---|---|---|---|\n{rows}"


def _struct(s):
    out = [f"\n## {s.name} ({s.size} bytes)\n\n{s.summary}\n\n| Offset | Name | Bytes | Written by | Meaning |\n"
           "|---|---|---|---|---|\n"]
    for m in s.members:
        size = f"{m.count} x {m.size}" if m.array else m.size
        kind = f" ({m.type})" if m.type else ""
        out.append(f"| {m.offset} | {m.name}{kind} | {size} | {m.writer} | {m.summary} |\n")
        out += [f"| | {m.name} {b.msb}:{b.lsb} {b.name} | | | {b.summary} |\n" for b in m.bits]
    return "".join(out)


def render(block):
    return (f"<!--{banner('', block.source).rstrip()} -->\n# {block.name}\n\n{block.summary}\n"
            f"{_constants(block)}{_registers(block)}{''.join(map(_struct, block.structs))}")
