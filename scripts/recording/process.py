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
class Process:
    index: int
    mark: int  # ns: when its last call ended
    directory: str
    descriptors: dict
    space: Space
    name: str = "?"
    think: int = 0  # ns not yet told

    def child(self, index, time, flags):
        shares = set(flags)
        thread = "CLONE_VM" in shares and "CLONE_VFORK" not in shares
        if thread:
            self.space.users += 1
        return Process(index, time, self.directory,
                       self.descriptors if "CLONE_FILES" in shares else dict(self.descriptors),
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
