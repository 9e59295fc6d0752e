"""Calls that read, write or resize a file."""
from recording import calls

READS = ("read", "readv", "pread64", "preadv", "preadv2")
WRITES = ("write", "writev", "pwrite64", "pwritev", "pwritev2")


class Contents:
    def transfer(self, process, call):
        opened = self.opened(process, call.arguments[0])
        if opened.file is None:
            process.think += call.exit - call.entry  # it waited for somebody, or for a terminal
            return
        if call.result <= 0:
            return
        at = None
        if call.name.startswith("p"):
            at = calls.number(call.arguments[3])
            at = None if at is not None and at < 0 else at
        self.move(process, opened, call.name in WRITES, at, call.result)

    def move(self, process, opened, writes, at, length):
        """`at`: None means the current offset, which then moves."""
        offset = opened.offset if at is None else at
        file = opened.file
        if writes and opened.append:
            offset = self.append(process, file, length)
        elif writes:
            self.emit(process, "write", file, offset, length)
        else:
            self.emit(process, "read", file, offset, length)
            if file.size is None:
                file.needed = max(file.needed, offset + length)
        if writes:
            file.written = max(file.written, offset + length)
            if file.size is not None:
                file.size = max(file.size, offset + length)
        if at is None:
            opened.offset = offset + length

    def append(self, process, file, length):
        """Where the file ends is known now, or at the end of the recording."""
        if file.size is not None:
            self.emit(process, "write", file, file.size, length)
            return file.size
        operation = self.emit(process, "write", file, file.appended, length)
        operation.after_start = True
        file.appended += length
        return operation.offset

    def copy(self, process, call):
        """sendfile(out, in, offset, n); copy_file_range and splice(in, offset, out, offset...)."""
        if call.name == "sendfile":
            target, source, source_at, target_at = *call.arguments[:3], "NULL"
        else:
            source, source_at, target, target_at = call.arguments[:4]
        for argument, at, writes in ((source, source_at, False), (target, target_at, True)):
            opened = self.opened(process, argument)
            if opened.file and call.result > 0:
                self.move(process, opened, writes, calls.number(at), call.result)

    def resize(self, process, file, size):
        if file.size is None and file.start is None:
            file.needed = max(file.needed, min(size, file.written))
        file.learn(size) if file.size is None and not file.written else None
        self.emit(process, "truncate", file, length=size)
        file.size = size

    def truncate(self, process, call):
        file = self.opened(process, call.arguments[0]).file if call.name == "ftruncate" else \
            self.names.find(self.path(process, "", call.arguments[0]))
        if file:
            self.resize(process, file, calls.number(call.arguments[1]))

    def allocate(self, process, call):
        file = self.opened(process, call.arguments[0]).file
        end = calls.number(call.arguments[2]) + calls.number(call.arguments[3])
        if call.arguments[1] != "0":
            self.unseen.add("fallocate with a mode")
        elif file and end > (file.size if file.size is not None else file.written):
            self.resize(process, file, end)

    def sync(self, process, call):
        if call.name == "sync_file_range" and "WAIT_AFTER" not in call.arguments[3]:
            return  # it only begins to write
        if call.name == "msync":
            region = process.space.at(calls.number(call.arguments[0]))
            file = region.mapping.file if region else None
        else:
            file = self.opened(process, call.arguments[0]).file
        if file:
            self.emit(process, "sync", file)

    def sync_all(self, process, _):
        for file in list(self.unsynced):
            self.emit(process, "sync", file)
