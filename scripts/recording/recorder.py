"""Turns system calls into the operations of a workload."""
import bisect
import os
import re

from recording import calls
from recording.contents import READS, WRITES, Contents
from recording.descriptors import FLAG, Descriptors
from recording.files import Namespace
from recording.memory import Memory
from recording.names import Names
from recording.process import Directory, Process, Space, Table, inherited_offsets
from recording.workload import Operation

NOT_RECORDED = {
    "io_uring_setup": "input and output by io_uring",
    "io_submit": "asynchronous input and output (io_submit)",
}
FORKS = ("clone", "clone3", "fork", "vfork")


class Recorder(Descriptors, Contents, Names, Memory):
    def __init__(self, directory, overhead):
        self.overhead = overhead  # ns that tracing puts between two calls
        self.directory = directory
        self.inherited = inherited_offsets()  # before the command moves them
        self.names = Namespace()
        self.processes = {}
        self.order = []  # processes by their index
        self.operations = []
        self.programs = []
        self.executable = set()  # (address space, file): the text of programs
        self.unsynced = {}  # files that were written since they were synced, in that order
        self.unseen = set()  # what the program did that cannot be recorded
        self.status = 0

    def record(self, found, faults):
        """In the order in which strace told; a fork takes effect when it begins."""
        events = [(call.begun if call.name in FORKS else call.ended, call.exit, call)
                  for call in found]
        events += placed(found, faults)
        for _, time, event in sorted(events, key=lambda e: e[:2]):
            if isinstance(event, tuple):
                self.touch(*event, time)
            else:
                self.call(event)

    def call(self, call):
        if not self.order:
            self.add(call.process,
                     Process(0, call.entry, Directory(self.directory), Table(), Space()))
        process = self.processes.get(call.process)
        if process is None:
            return  # its fork has not been seen: it came from outside
        process.think += max(call.entry - process.mark - self.overhead, 0)
        process.mark = max(process.mark, call.exit)
        if call.name == "":
            self.end(process, call)
        elif call.name in READS or call.name in WRITES:
            self.transfer(process, call)
        elif call.result >= 0:
            handler = HANDLERS.get(call.name)
            if handler:
                handler(self, process, call)

    def add(self, identity, process):
        self.processes[identity] = process
        self.order.append(process)

    def emit(self, process, verb, file=None, offset=0, length=0, other=0):
        """`other`: the index of a process or a mapping."""
        self.operations.append(
            Operation(process.index, process.space, process.think, verb, file, offset, length, other))
        process.think = 0
        if verb == "write":
            self.unsynced[file] = None
        elif verb in ("sync", "unlink"):
            self.unsynced.pop(file, None)
        return self.operations[-1]

    def fork(self, process, call):
        flags = FLAG.findall(" ".join(call.arguments))
        if call.name == "vfork":
            flags = ["CLONE_VM", "CLONE_VFORK"]
        child = process.child(len(self.order), call.entry, flags)
        self.add(call.result, child)
        self.emit(process, "start", other=child.index)

    def execute(self, process, call):
        path = calls.string(call.arguments[1 if call.name == "execveat" else 0])
        path = os.path.normpath(os.path.join(process.directory.path, path))
        process.name = os.path.basename(path)
        if path not in self.programs:
            self.programs.append(path)
        self.leave(process)
        process.space = Space()
        process.table = process.table.after_exec()

    def leave(self, process):
        """It uses its address space no longer."""
        process.space.users -= 1
        if process.space.users == 0:
            self.unmap_range(process, 0, 1 << 64)

    def wait(self, process, call):
        identity = call.result
        if call.name == "waitid":
            found = re.search(r"si_pid=(\d+)", " ".join(call.arguments))
            identity = int(found.group(1)) if found else 0
        if identity in self.processes and self.processes[identity].space.users == 0:
            self.emit(process, "wait", other=self.processes[identity].index)
        else:
            process.think += call.exit - call.entry

    def end(self, process, call):
        self.leave(process)
        self.emit(process, "exit")
        if process.index == 0:
            self.status = call.result

    def not_recorded(self, _, call):
        self.unseen.add(NOT_RECORDED[call.name])


def placed(found, faults):
    """Each page fault after the last call of its thread that had ended."""
    ends = {}
    for call in found:
        ends.setdefault(call.process, []).append((call.exit, call.ended))
    for _, thread, time, address in faults:
        before = bisect.bisect(ends.get(thread, []), (time, float("inf")))
        if before:
            yield ends[thread][before - 1][1], time, (thread, address)


def handlers():
    groups = {
        Recorder.open: ("open", "openat", "openat2", "creat"),
        Recorder.duplicate: ("dup", "dup2", "dup3"),
        Recorder.control: ("fcntl", "ioctl"),
        Recorder.sized: ("stat", "lstat", "fstat", "newfstatat", "statx"),
        Recorder.copy: ("sendfile", "copy_file_range", "splice"),
        Recorder.truncate: ("truncate", "ftruncate"),
        Recorder.sync: ("fsync", "fdatasync", "msync", "sync_file_range"),
        Recorder.sync_all: ("sync", "syncfs"),
        Recorder.link: ("link", "linkat"),
        Recorder.unlink: ("unlink", "unlinkat"),
        Recorder.rename: ("rename", "renameat", "renameat2"),
        Recorder.change_directory: ("chdir", "fchdir"),
        Recorder.fork: FORKS,
        Recorder.execute: ("execve", "execveat"),
        Recorder.wait: ("wait4", "waitid"),
        Recorder.not_recorded: NOT_RECORDED,
        Recorder.close: ("close",), Recorder.close_range: ("close_range",),
        Recorder.seek: ("lseek",), Recorder.allocate: ("fallocate",), Recorder.map: ("mmap",),
        Recorder.unmap: ("munmap",), Recorder.remap: ("mremap",),
    }
    return {name: handler for handler, names in groups.items() for name in names}


HANDLERS = handlers()
