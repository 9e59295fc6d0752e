"""Reads what strace wrote: system calls with their times, and the ends of processes."""
import dataclasses
import re

# 28367 1795181372.215187761 rest
LINE = re.compile(r"(\d+) +(\d+)\.(\d{9}) (.*)$")
UNFINISHED = re.compile(r"(.*)<unfinished \.\.\.>$")
RESUMED = re.compile(r"<\.\.\. \w+ resumed>(.*)$")
CALL = re.compile(r"(\w+)\((.*)\) += (\S+)(.*?)(?: <(\d+)\.(\d{9})>)?$")
ENDED = re.compile(r"\+\+\+ (exited with (\d+)|killed by (\w+)|superseded).*\+\+\+$")
# 3</dir/file>, 3</dir/file>(deleted), AT_FDCWD</dir>
DECORATED = re.compile(r"(AT_FDCWD|\d+)(?:<(.*)>(?:\(deleted\))?)?$")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(rb"\\([0-7]{1,3}|x[0-9a-f]{2}|.)")
LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"f": b"\f"}
OPENING, CLOSING = "([{", ")]}"


@dataclasses.dataclass(slots=True)
class Call:
    process: int
    entry: int  # ns
    exit: int  # ns
    name: str  # "" at the end of the process
    arguments: list
    result: int  # -1 if it failed
    path: str  # of the descriptor that it returned, or ""
    begun: int  # line in which strace told its begin, and its end
    ended: int


def plain(text):
    """A string or path without strace's escapes."""
    def one(match):
        code = match.group(1)
        if code[:1] == b"x":
            return bytes([int(code[1:], 16)])
        if code.isdigit():
            return bytes([int(code, 8) & 255])
        return LETTERS.get(code, code)
    return ESCAPE.sub(one, text.encode()).decode(errors="surrogateescape")


def split(text):
    """The arguments of a call, at the commas that stand in no string, path or bracket."""
    parts, depth, begin, at = [], 0, 0, 0
    while at < len(text):
        char = text[at]
        if char == '"':
            at = QUOTED.match(text, at).end() - 1 if QUOTED.match(text, at) else len(text)
        elif char == "<" and at and (text[at - 1].isdigit() or text[at - 1] == "D"):
            at = text.find(">", at) if ">" in text[at:] else len(text)
        elif char in OPENING:
            depth += 1
        elif char in CLOSING:
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    return parts + [text[begin:].strip()] if text.strip() else []


def descriptor(text):
    """(number or None for the current directory, path or "") of an argument or a result."""
    match = DECORATED.match(text)
    if not match:
        return -1, ""
    number = None if match.group(1) == "AT_FDCWD" else int(match.group(1))
    return number, plain(match.group(2) or "")


def string(text):
    match = QUOTED.match(text)
    return plain(match.group(1)) if match else ""


def number(text):
    """A decimal, octal or hexadecimal number, also the first in brackets; None for NULL."""
    match = re.search(r"-?(0x[0-9a-f]+|\d+)", text)
    return int(match.group(0), 16 if "0x" in match.group(0) else 10) if match else None


def result_of(text, tail):
    match = re.match(r"(-?0x[0-9a-f]+|-?\d+)", text)
    if not match:
        return -1, ""
    value = int(match.group(1), 16 if "0x" in match.group(1) else 10)
    return value, descriptor(text + tail.split(" <")[0])[1] if "<" in text else ""


def parse_call(process, entry, text, begun, ended):
    match = CALL.match(text)
    if not match:
        return None
    name, arguments, result, tail, seconds, fraction = match.groups()
    spent = int(seconds or 0) * 10**9 + int(fraction or 0)
    value, path = result_of(result, tail)
    return Call(process, entry, entry + spent, name, split(arguments), value, path,
                begun, ended)


def read(lines):
    """Every call that returned and every end of a process, in the order in which strace told."""
    begun = {}
    for index, line in enumerate(lines):
        match = LINE.match(line.rstrip("\n"))
        if not match:
            continue
        process, text = int(match.group(1)), match.group(4)
        time = int(match.group(2)) * 10**9 + int(match.group(3))
        if ENDED.match(text):
            killed = ENDED.match(text).group(3)
            status = -1 if killed else int(ENDED.match(text).group(2) or 0)
            yield Call(process, time, time, "", [], status, "", index, index)
        elif UNFINISHED.match(text):
            begun[process] = (time, UNFINISHED.match(text).group(1), index)
        else:
            resumed, first = RESUMED.match(text), index
            if resumed and process in begun:
                time, beginning, first = begun.pop(process)
                text = beginning + resumed.group(1)
            call = parse_call(process, time, text, first, index)
            if call:
                yield call
