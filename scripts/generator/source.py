"""What a source file may say, and the checks that refuse what it may not."""
import tomllib
import zlib
from dataclasses import dataclass

from common.fault import Refused

WORD_BITS = 32
ACCESS_KINDS = ("ro", "rw", "wo", "rw1c")
CONFIDENCES = ("D", "M", "I", "G")


@dataclass(frozen=True)
class Bits:
    """A field of a 32-bit word."""
    name: str
    msb: int
    lsb: int
    access: str
    reset: int
    summary: str

    @property
    def width(self):
        return self.msb - self.lsb + 1

    @property
    def mask(self):
        return ((1 << self.width) - 1) << self.lsb


@dataclass(frozen=True)
class Register:
    name: str
    offset: int
    access: str
    reset: int
    confidence: str
    summary: str
    bits: tuple


@dataclass(frozen=True)
class Part:
    """Registers that one part of the chip keeps, or acts on; it `answers` when they are read, or the words do that
    only remember what was written."""
    name: str
    answers: bool
    summary: str
    registers: tuple


@dataclass(frozen=True)
class Constant:
    name: str
    value: int
    summary: str


@dataclass(frozen=True)
class Member:
    """`count` elements of `size` bytes each; `type` is the structure's name or empty."""
    name: str
    offset: int
    size: int
    count: int
    type: str
    array: bool
    writer: str
    summary: str
    bits: tuple


@dataclass(frozen=True)
class Struct:
    name: str
    size: int
    align: int
    summary: str
    members: tuple


@dataclass(frozen=True)
class Block:
    name: str
    prefix: str
    namespace: str
    summary: str
    source: str
    constants: tuple
    registers: tuple
    structs: tuple
    parts: tuple


def read(path, shown):
    """Parses one source; `shown` is how messages and banners call it."""
    return parse(path, shown, lambda data: _block(data, shown))


def parse(path, shown, make):
    """What `make` makes of the TOML in one source."""
    try:
        return make(tomllib.loads(path.read_text()))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{shown}: {error}; correct the TOML") from None
    except KeyError as error:
        raise Refused(f"{shown}: key {error} is missing; add it") from None
    except (TypeError, AttributeError) as error:
        raise Refused(f"{shown}: a value is of another kind ({error}); allowed: tables, lists and texts as in the sources that "
                      "are there; look for the one that differs") from None


def _block(data, shown):
    head = data["block"]
    constants = [Constant(c["name"], c["value"], c["summary"]) for c in data.get("constant", [])]
    registers = _registers(shown, data.get("register", []))
    structs = _structs(shown, data.get("struct", []), {c.name: c.value for c in constants})
    if head.get("versioned"):
        constants.append(Constant("layout_version", _version(constants, structs),
                                  "Changes whenever the layout does."))
    return Block(head["name"], head["prefix"], head["namespace"], head["summary"], shown,
                 tuple(constants), tuple(registers), tuple(structs), _parts(shown, data))


def _parts(shown, data):
    names = [p["name"] for p in data.get("part", [])]
    for raw in data.get("part", []):
        where = f"{shown}: part {raw['name']}"
        if names.count(raw["name"]) > 1:
            raise Refused(f"{where} is declared {names.count(raw['name'])} times; leave one")
        if not isinstance(raw["answers"], bool):
            raise Refused(f"{where}: answers {raw['answers']!r} is neither true nor false; choose one")
    parts = [Part(p["name"], p["answers"], p["summary"],
                  tuple(r["name"] for r in data["register"] if r.get("part") == p["name"])) for p in data.get("part", [])]
    for register in data.get("register", []):
        if "part" in register:
            _choice(f"{shown}: {register['name']}", "part", register["part"], names)
    for part in parts:
        if not part.registers:
            raise Refused(f"{shown}: part {part.name} has no registers; name it in one, or take it out")
    return tuple(parts)


def _version(constants, structs):
    layout = [(c.name, c.value) for c in constants]
    layout += [(s.name, s.size, [(m.name, m.offset, m.size, m.count, [(b.name, b.mask) for b in m.bits])
                                 for m in s.members]) for s in structs]
    return zlib.crc32(repr(layout).encode()) | 1


def _choice(where, key, value, allowed):
    if value not in allowed:
        raise Refused(f"{where}: {key} \"{value}\" is none of {', '.join(allowed)}; choose one")
    return value


def _bits(where, raw_list, access):
    used, result = 0, []
    for raw in raw_list:
        name = f"{where}.{raw['name']}"
        msb, _, lsb = str(raw["bits"]).partition(":")
        bits = Bits(raw["name"], int(msb), int(lsb or msb), raw.get("access", access),
                    raw.get("reset", 0), raw["summary"])
        if not 0 <= bits.lsb <= bits.msb < WORD_BITS:
            raise Refused(f"{name}: bits \"{raw['bits']}\" do not lie in 31:0; write \"msb:lsb\"")
        if used & bits.mask:
            raise Refused(f"{name}: bits \"{raw['bits']}\" overlap another field; move one")
        if bits.reset >> bits.width:
            raise Refused(f"{name}: reset {bits.reset} does not fit in {bits.width} bits; widen the field")
        _choice(name, "access", bits.access, ACCESS_KINDS)
        used |= bits.mask
        result.append(bits)
    return tuple(result)


def _registers(shown, raw_list):
    taken, fields_of, result = {}, {}, []
    for raw in raw_list:
        name, offset = raw["name"], raw["offset"]
        where = f"{shown}: {name}"
        if offset % 4:
            raise Refused(f"{where}: offset {offset:#x} is not a multiple of 4; align it")
        if offset in taken:
            raise Refused(f"{where}: offset {offset:#x} is taken by {taken[offset]}; move one")
        taken[offset] = name
        access = _choice(where, "access", raw["access"], ACCESS_KINDS)
        _choice(where, "confidence", raw["confidence"], CONFIDENCES)
        fields = fields_of[raw["like"]] if "like" in raw else raw.get("fields", [])
        if "like" in raw:
            fields = [{k: v for k, v in f.items() if k != "access"} for f in fields]
        fields_of[name] = fields
        bits = _bits(where, fields, access)
        reset = raw.get("reset", sum(b.reset << b.lsb for b in bits))
        result.append(Register(name, offset, access, reset, raw["confidence"], raw["summary"], bits))
    return result


def _structs(shown, raw_list, constants):
    result = []
    for raw in raw_list:
        where = f"{shown}: {raw['name']}"
        known = {s.name: s for s in result}
        members, offset, align = [], 0, raw.get("align", 1)
        for field in raw["fields"]:
            member, natural = _member(where, field, offset, constants, known)
            if member.offset % natural:
                raise Refused(f"{where}.{member.name}: offset {member.offset} is not a multiple of "
                              f"{natural}; insert spare words before it")
            members.append(member)
            offset, align = member.offset + member.size * member.count, max(align, natural)
        if offset % align:
            raise Refused(f"{where}: size {offset} is not a multiple of {align}; append spare words")
        result.append(Struct(raw["name"], offset, align, raw["summary"], tuple(members)))
    return result


def _member(where, raw, offset, constants, known):
    """Returns the member and the alignment it needs."""
    name, kind = f"{where}.{raw['name']}", raw.get("type", "word")
    count = raw.get("count", 1)
    count = constants.get(count, count)
    if not isinstance(count, int) or count < 1:
        raise Refused(f"{name}: count \"{count}\" is neither a number nor a constant; name one")
    sizes = {"word": (4, 4), "half": (2, 2), "byte": (1, 1)}
    if kind in known:
        size, natural = known[kind].size, known[kind].align
    else:
        size, natural = sizes[_choice(name, "type", kind, [*sizes, *known])]
    bits = _bits(name, raw.get("bits", []), "rw")
    offset = raw.get("offset", offset)
    return Member(raw["name"], offset, size, count, kind if kind in known else "", "count" in raw,
                  raw.get("writer", ""), raw["summary"], bits), natural


def camel(name):
    return "".join(word.capitalize() for word in name.lower().split("_"))


def banner(mark, shown):
    return f"{mark} Generated from {shown} by scripts/generate. Edit the source, not this file.\n"
