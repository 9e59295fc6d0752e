"""Files, open files and mapped regions as the recorder follows them."""
import dataclasses
import os
import stat


@dataclasses.dataclass(slots=True, eq=False)
class File:
    path: str  # one of its names
    start: int | None = None  # bytes when it was first seen; None: not yet known
    size: int | None = None  # bytes now; None: as start, if nothing was written
    appended: int = 0  # while the size is unknown
    written: int = 0  # end of the furthest write
    needed: int = 0  # end of the furthest read while the size is unknown
    others: list = dataclasses.field(default_factory=list)  # its other names

    def names(self):
        return [self.path, *self.others]

    def rename(self, old, new):
        self.path, *self.others = [new if name == old else name for name in self.names()]

    def unlink(self, path):
        """True if that was its last name."""
        left = [name for name in self.names() if name != path]
        if left:
            self.path, *self.others = left
        return not left

    def learn(self, size):
        """Somebody asked the system for the size."""
        if self.size is None:
            self.start = max(size - self.appended, 0)
            self.size = max(size, self.written)

    def settle(self):
        """The size at the start from that after the run, if nobody has said it."""
        if self.start is not None:
            return
        try:
            last = os.stat(self.path).st_size
        except OSError:
            last = 0
        if self.appended:
            self.start = max(last - self.appended, self.needed)
        else:
            self.start = last if last > self.written else self.needed


@dataclasses.dataclass(slots=True, eq=False)
class OpenFile:
    """What descriptors share after dup and fork."""
    file: File | None  # None if it is no regular file
    offset: int = 0
    append: bool = False


@dataclasses.dataclass(slots=True, eq=False)
class Region:
    begin: int
    end: int
    mapping: object


@dataclasses.dataclass(slots=True, eq=False)
class Mapping:
    file: File
    offset: int
    length: int
    begin: int
    writes: bool
    index: int | None = None


def is_elsewhere(path):
    """A pipe, a socket, a device: what no disk holds."""
    return not path.startswith("/") or \
        path.startswith(("/dev/", "/proc/", "/sys/", "/memfd:", "/anon"))


def is_regular(path):
    if is_elsewhere(path):
        return False
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True


class Namespace:
    """Which file is at which path now."""

    def __init__(self):
        self.at = {}
        self.sizes = {}  # what was asked of paths that nobody had opened yet

    def find(self, path):
        if path not in self.at:
            if not is_regular(path):
                return None
            self.at[path] = File(path)
            if path in self.sizes:
                self.at[path].learn(self.sizes[path])
        return self.at[path]

    def create(self, path):
        self.at[path] = File(path, start=0, size=0)
        return self.at[path]

    def sized(self, path, size):
        self.sizes[path] = size
        if path in self.at:
            self.at[path].learn(size)

    def link(self, old, new):
        file = self.find(old)
        if file:
            self.at[new] = file
            file.others.append(new)

    def remove(self, path):
        """Returns the file that has no name any more."""
        self.sizes.pop(path, None)
        file = self.at.pop(path, None)
        return file if file and file.unlink(path) else None

    def rename(self, old, new):
        """Returns the file that has no name any more. Two names of one file stay as they are."""
        if old in self.at and self.at[old] is self.at.get(new):
            return None
        replaced = self.remove(new)
        self.sizes.pop(old, None)
        if old in self.at:
            self.at[new] = self.at.pop(old)
            self.at[new].rename(old, new)
        return replaced
