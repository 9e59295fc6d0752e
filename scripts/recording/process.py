"""Processes as the recorder follows them: descriptors, directory, address space, time."""
import dataclasses
import os

from recording.files import Region


class Space:
    """The files mapped by a process and its threads."""

    def __init__(self, regions=()):
        self.regions = [Region(r.begin, r.end, r.mapping) for r in regions]
        self.users = 1

    def cut(self, begin, end):
        """Unmaps; returns the mappings of which nothing is left."""
        kept = []
        for region in self.regions:
            if region.begin < begin:
                kept.append(Region(region.begin, min(region.end, begin), region.mapping))
            if region.end > end:
                kept.append(Region(max(region.begin, end), region.end, region.mapping))
        before = {region.mapping for region in self.regions}
        self.regions = [region for region in kept if region.begin < region.end]
        gone = before - {region.mapping for region in self.regions}
        return sorted(gone, key=lambda mapping: mapping.begin)

    def at(self, address):
        for region in self.regions:
            if region.begin <= address < region.end:
                return region
        return None


@dataclasses.dataclass(slots=True, eq=False)
class Directory:
    """The current one of a process, or of several that share it."""
    path: str


class Table:
    """The descriptors of a process, or of several that share them."""

    def __init__(self, files=(), closing=()):
        self.files = dict(files)  # by number
        self.closing = set(closing)  # the numbers that an exec closes

    def put(self, number, opened, closes=False):
        self.files[number] = opened
        self.mark(number, closes)

    def mark(self, number, closes):
        (self.closing.add if closes else self.closing.discard)(number)

    def copy(self):
        return Table(self.files, self.closing)

    def after_exec(self):
        return Table({n: opened for n, opened in self.files.items() if n not in self.closing})


@dataclasses.dataclass(slots=True, eq=False)
class Process:
    index: int
    mark: int  # ns: when its last call ended
    directory: Directory
    table: Table
    space: Space
    name: str = "?"
    think: int = 0  # ns not yet told

    def child(self, index, time, flags):
        shares = set(flags)
        thread = "CLONE_VM" in shares and "CLONE_VFORK" not in shares
        if thread:
            self.space.users += 1
        return Process(index, time,
                       self.directory if "CLONE_FS" in shares else Directory(self.directory.path),
                       self.table if "CLONE_FILES" in shares else self.table.copy(),
                       self.space if thread else Space(), self.name)


def inherited_offsets():
    """Where the open files are that the command will get from whoever called us."""
    offsets = {}
    for number in (0, 1, 2):
        try:
            offsets[number] = os.lseek(number, 0, os.SEEK_CUR)
        except OSError:
            pass
    return offsets
