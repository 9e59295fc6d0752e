"""Calls that map files, and page faults on them."""
from recording import calls
from recording.files import Mapping, Region

PAGE = 4096


class Memory:
    def map(self, process, call):
        length, protection, flags = call.arguments[1:4]
        begin, length = call.result, -(-calls.number(length) // PAGE) * PAGE
        self.unmap_range(process, begin, begin + length)
        file = self.opened(process, call.arguments[4]).file if "ANON" not in flags else None
        if not file:
            return
        if "PROT_EXEC" in protection:
            self.executable.add((process.space, file))
        writes = "PROT_WRITE" in protection and "MAP_SHARED" in flags
        self.add_mapping(process, Mapping(file, calls.number(call.arguments[5]),
                                          calls.number(call.arguments[1]), begin, writes))

    def add_mapping(self, process, mapping):
        pages = -(-mapping.length // PAGE) * PAGE
        process.space.regions.append(Region(mapping.begin, mapping.begin + pages, mapping))
        self.emit(process, "map", mapping.file, mapping.offset, mapping.length, mapping)

    def unmap(self, process, call):
        begin, length = calls.number(call.arguments[0]), calls.number(call.arguments[1])
        self.unmap_range(process, begin, begin + -(-length // PAGE) * PAGE)

    def unmap_range(self, process, begin, end):
        for mapping in process.space.cut(begin, end):
            self.emit(process, "unmap", mapping.file, other=mapping)

    def remap(self, process, call):
        begin, old, new = (calls.number(text) for text in call.arguments[:3])
        region = process.space.at(begin)
        self.unmap_range(process, begin, begin + old)
        self.unmap_range(process, call.result, call.result + new)
        if region:
            was = region.mapping
            self.add_mapping(process, Mapping(was.file, was.offset + begin - was.begin, new,
                                              call.result, was.writes))

    def touch(self, thread, address, time):
        process = self.processes.get(thread)
        region = process and process.space.at(address)
        if not region:
            return
        process.think += max(time - process.mark, 0)
        process.mark = max(process.mark, time)
        offset = (address - region.mapping.begin) // PAGE * PAGE
        length = min(PAGE, region.mapping.length - offset)
        if length > 0:
            self.emit(process, "touch", region.mapping.file, offset, length, region.mapping)
