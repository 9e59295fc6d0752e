"""Which call gives, copies, moves and closes a descriptor."""
import os
import re

from recording import calls
from recording.files import OpenFile, is_elsewhere

FLAG = re.compile(r"\b(?:O|CLONE)_\w+")


class Descriptors:
    def opened(self, process, argument):
        """Not all calls that give a descriptor are seen; strace knows what it is."""
        number, path = calls.descriptor(argument)
        if path and is_elsewhere(path):
            return OpenFile(None)
        known = process.table.files
        if number is not None and number not in known:
            known[number] = OpenFile(self.names.find(path), self.inherited.get(number, 0))
        return known.get(number, OpenFile(None))

    def path(self, process, directory, name):
        """Symbolic links in the directory are followed, one at the end is not."""
        base = calls.descriptor(directory)[1] if directory else process.directory.path
        whole = os.path.normpath(os.path.join(base or process.directory.path, calls.string(name)))
        return os.path.join(os.path.realpath(os.path.dirname(whole)), os.path.basename(whole))

    def open(self, process, call):
        flags = set(FLAG.findall(" ".join(call.arguments)))
        if call.name == "creat":
            flags |= {"O_CREAT", "O_TRUNC"}
        opened = OpenFile(self.open_path(process, call.path, flags), append="O_APPEND" in flags)
        process.table.put(call.result, opened, "O_CLOEXEC" in flags)

    def open_path(self, process, path, flags):
        known = path in self.names.at
        if "O_CREAT" in flags and "O_EXCL" in flags:
            return self.names.create(path)
        file = self.names.find(path)
        if file and "O_TRUNC" in flags:
            if not known:
                file.start = file.size = 0
            elif file.size != 0:
                self.resize(process, file, 0)
        return file

    def duplicate(self, process, call):
        if call.result != calls.descriptor(call.arguments[0])[0]:
            process.table.put(call.result, self.opened(process, call.arguments[0]),
                              call.name == "dup3" and "O_CLOEXEC" in call.arguments[2])

    def control(self, process, call):
        target, command = call.arguments[:2]
        number = calls.descriptor(target)[0]
        if command in ("F_DUPFD", "F_DUPFD_CLOEXEC"):
            process.table.put(call.result, self.opened(process, target), command != "F_DUPFD")
        elif command == "F_SETFL":
            self.opened(process, target).append = "O_APPEND" in call.arguments[2]
        elif command == "F_SETFD":
            process.table.mark(number, "FD_CLOEXEC" in call.arguments[2])
        elif command in ("FIOCLEX", "FIONCLEX"):
            process.table.mark(number, command == "FIOCLEX")

    def close(self, process, call):
        process.table.put(calls.descriptor(call.arguments[0])[0], OpenFile(None))

    def close_range(self, process, call):
        first, last = (calls.number(text) for text in call.arguments[:2])
        for number in [n for n in process.table.files if first <= n <= last]:
            if "CLOEXEC" in call.arguments[2]:
                process.table.mark(number, True)
            else:
                process.table.put(number, OpenFile(None))

    def seek(self, process, call):
        opened = self.opened(process, call.arguments[0])
        if opened.file and call.arguments[2] == "SEEK_END" and call.arguments[1] == "0":
            opened.file.learn(call.result)
        opened.offset = call.result

    def sized(self, process, call):
        text = " ".join(call.arguments)
        size = re.search(r"stx?_size=(\d+)", text)
        if not size or "S_IFREG" not in text:
            return
        number, _ = calls.descriptor(call.arguments[0])
        named = call.name in ("stat", "lstat")
        name = call.arguments[0 if named else min(1, len(call.arguments) - 1)]
        if number is not None and number >= 0 and (call.name == "fstat" or not calls.string(name)):
            if self.opened(process, call.arguments[0]).file:
                self.opened(process, call.arguments[0]).file.learn(int(size.group(1)))
        else:
            path = self.path(process, "" if named else call.arguments[0], name)
            self.names.sized(os.path.realpath(path), int(size.group(1)))
