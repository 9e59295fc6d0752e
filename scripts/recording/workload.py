"""The workload file: what is left out, merged and written. docs/workloads.md tells the format."""
import dataclasses
import fnmatch
import os

VERSION = 1
PUBLIC = ("/usr/", "/lib", "/etc/", "/opt/", "/bin/", "/sbin/")
NAME_LIMIT = 200


@dataclasses.dataclass(slots=True, eq=False)
class Operation:
    process: int
    space: object  # of addresses, in which the process was
    think: int  # ns
    verb: str
    file: object  # or None
    offset: int
    length: int
    other: object  # the index of a process, or a mapping
    after_start: bool = False  # the offset counts from the size at the start


def shown(path, directory):
    """A name that tells nothing of the machine: relative, or of a system directory."""
    if path.startswith(directory.rstrip("/") + "/"):
        name = path[len(directory.rstrip("/")) + 1:]
    elif path.startswith(PUBLIC):
        name = path
    else:
        name = ".../" + os.path.basename(path)
    return printable(name)


def printable(text):
    safe = "".join(c if 32 <= ord(c) < 127 else "?" for c in text)
    return safe[:NAME_LIMIT] or "?"


class Choice:
    """Which files are wanted."""

    def __init__(self, only, exclude, directory):
        self.only, self.exclude, self.directory = only, exclude, directory

    def wants(self, file):
        names = [n for path in file.names() for n in (path, shown(path, self.directory))]
        def any_of(patterns):
            return any(fnmatch.fnmatchcase(n, p) for n in names for p in patterns)
        return (not self.only or any_of(self.only)) and not any_of(self.exclude)


def settled(operations):
    """With every offset and size known; a file that grew unseen is said to have grown."""
    for file in {op.file for op in operations if op.file}:
        file.settle()
    sizes, whole = {}, []
    for op in operations:
        if op.after_start:
            op.offset += op.file.start
        size = sizes.setdefault(op.file, op.file.start if op.file else 0)
        end = op.offset + op.length
        if op.verb == "read" and end > size:
            whole.append(Operation(op.process, op.space, 0, "truncate", op.file, 0, end, 0))
        if op.verb in ("read", "write"):
            sizes[op.file] = max(size, end)
        elif op.verb == "truncate":
            sizes[op.file] = op.length
        whole.append(op)
    return whole


def chosen(operations, wanted, executable):
    """Without the files that nobody wants and the program text; their time is kept."""
    kept, owed = [], {}
    for op in operations:
        program = (op.space, op.file) in executable and op.verb in ("read", "map", "touch", "unmap")
        if op.file and (program or not wanted(op.file)):
            owed[op.process] = owed.get(op.process, 0) + op.think
        else:
            op.think += owed.pop(op.process, 0)
            kept.append(op)
    return kept


class Text:
    """The lines of a workload."""

    def __init__(self, quantum):
        self.quantum = quantum * 1000  # ns
        self.rest = {}
        self.files, self.mappings = {}, {}
        self.lines = []
        self.last = None  # [process, think, verb, file, offset, length, times] that may go on

    def think(self, op):
        """Rounded down; what is cut goes to the next operation of the process."""
        whole = self.rest.get(op.process, 0) + op.think
        self.rest[op.process] = whole % self.quantum
        return whole // self.quantum * (self.quantum // 1000)

    def add(self, op):
        think = self.think(op)
        if op.verb in ("read", "write"):
            self.add_transfer(op, think)
        else:
            self.flush()
            self.lines.append(" ".join(map(str, (op.process, think, op.verb, *self.rest_of(op)))))

    def add_transfer(self, op, think):
        key = [op.process, think, op.verb, self.index(op.file), op.length]
        if self.last and self.last[0] == key and op.offset == self.last[2]:
            self.last[2] += op.length
            self.last[3] += 1
            return
        self.flush()
        self.last = [key, op.offset, op.offset + op.length, 1]

    def flush(self):
        if self.last:
            (process, think, verb, file, length), offset, _, times = self.last
            often = f" x{times}" if times > 1 else ""
            self.lines.append(f"{process} {think} {verb} {file} {offset} {length}{often}")
            self.last = None

    def index(self, file):
        return self.files.setdefault(file, len(self.files))

    def rest_of(self, op):
        """What follows the verb."""
        if op.verb in ("start", "wait"):
            return (op.other,)
        if op.verb == "exit":
            return ()
        if op.verb in ("map", "touch", "unmap"):
            mapping = self.mappings.setdefault(op.other, len(self.mappings))
            mode = "write" if op.other.writes else "read"
            return {"map": (mapping, self.index(op.file), op.offset, op.length, mode),
                    "touch": (mapping, op.offset, op.length), "unmap": (mapping,)}[op.verb]
        return (self.index(op.file), op.length) if op.verb == "truncate" else (self.index(op.file),)


def write(operations, head, processes, directory, quantum):
    """The whole text. `head`: (key, text) pairs."""
    text = Text(quantum)
    for op in operations:
        text.add(op)
    text.flush()
    lines = [f"flybar-workload {VERSION}"]
    lines += [f"{key} {printable(value)}" for key, value in head]
    lines += [f"file {index} {file.start} {shown(file.path, directory)}"
              for file, index in text.files.items()]
    lines += [f"process {process.index} {printable(process.name)}" for process in processes]
    lines += ["begin", *text.lines, f"end {len(text.lines)}"]
    return "\n".join(lines) + "\n"
