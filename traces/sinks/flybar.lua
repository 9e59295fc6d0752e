-- Wireshark dissector for Myrinet packets of Trapeze, PM and MyriAPI, as in .pcapng traces (USER0).
--
--   wireshark -X lua_script:flybar.lua packets.pcapng
--
-- A packet is route bytes (first bit 1), a type word (first bit 0), what the type says, and a CRC-8
-- over all bytes before it. The layouts of headers are those of wire_header in
-- endpoint.layout.toml, pm.layout.toml and myriapi.layout.toml in models/layouts; a test builds headers from
-- there and reads them back with this file.

local TRAPEZE = 0x04100001
local PM = 0x04200001
local MYRIAPI = 0x04300001
local HEADER_BYTES = 20 -- of Trapeze and PM
local MYRIAPI_HEADER_BYTES = 16

local packet = Proto("myrinet", "Myrinet packet")
local p = packet.fields
p.route = ProtoField.bytes("myrinet.route", "Route bytes")
p.type = ProtoField.uint32("myrinet.type", "Type", base.HEX)
p.data = ProtoField.bytes("myrinet.data", "Data")
p.crc = ProtoField.uint8("myrinet.crc", "CRC-8", base.HEX)
p.crc_good = ProtoField.bool("myrinet.crc_good", "CRC-8 is right")

local message = Proto("trapeze", "Trapeze message")
local m = message.fields
m.source = ProtoField.uint16("trapeze.source", "Sending node")
m.control_length = ProtoField.uint16("trapeze.control_length", "Control bytes")
m.payload_length = ProtoField.uint32("trapeze.payload_length", "Payload bytes")
m.token = ProtoField.uint32("trapeze.token", "Payload token", base.HEX)
m.message_id = ProtoField.uint32("trapeze.message_id", "Message id on the wire")
m.message = ProtoField.uint64("trapeze.message", "Message")
m.control = ProtoField.bytes("trapeze.control", "Control message")
m.payload = ProtoField.bytes("trapeze.payload", "Payload")

local pm = Proto("pm", "PM packet")
local KINDS = { [1] = "message", [2] = "write", [3] = "control" }
local q = pm.fields
q.kind = ProtoField.uint8("pm.kind", "Kind", base.DEC, KINDS)
q.source = ProtoField.uint8("pm.source", "Sending node")
q.to = ProtoField.uint8("pm.to", "Receiving node")
q.channel = ProtoField.uint8("pm.channel", "Channel")
q.number = ProtoField.uint32("pm.number", "Number")
q.stored = ProtoField.uint32("pm.stored", "All packets before are stored")
q.asks = ProtoField.bool("pm.asks", "An answer is waited for")
q.goes_on = ProtoField.bool("pm.goes_on", "Continues a write")
q.nack = ProtoField.bool("pm.nack", "NACK")
q.refused = ProtoField.bool("pm.refused", "A write was refused")
q.handle = ProtoField.uint32("pm.handle", "Handle of the first byte", base.HEX)
q.entry = ProtoField.uint32("pm.handle.entry", "Entry of the pin tables")
q.byte = ProtoField.uint16("pm.handle.byte", "Byte in the page")
q.length = ProtoField.uint32("pm.length", "Bytes")
q.data = ProtoField.bytes("pm.data", "Data")

local myriapi = Proto("myriapi", "MyriAPI packet")
local a = myriapi.fields
a.source = ProtoField.uint16("myriapi.source", "Sending node")
a.channel = ProtoField.uint16("myriapi.channel", "Channel")
a.length = ProtoField.uint32("myriapi.length", "Bytes")
a.tag = ProtoField.uint32("myriapi.tag", "Tag")
a.message = ProtoField.uint64("myriapi.message", "Message")
a.data = ProtoField.bytes("myriapi.data", "Data")

local interface = Field.new("frame.interface_name")

packet.experts.crc = ProtoExpert.new("myrinet.crc_wrong", "CRC-8 is wrong", expert.group.CHECKSUM,
  expert.severity.ERROR)
packet.experts.short = ProtoExpert.new("myrinet.short", "The packet ends too early",
  expert.group.MALFORMED, expert.severity.ERROR)

-- Each byte value shifted through x^8 + x^2 + x + 1.
local crc_table = {}
for value = 0, 255 do
  local crc = value
  for _ = 1, 8 do
    crc = crc * 2
    if crc > 255 then crc = bit.bxor(crc - 256, 7) end
  end
  crc_table[value] = crc
end

local function crc8(buffer, length)
  local bytes = buffer:bytes(0, length)
  local crc = 0
  for i = 0, length - 1 do crc = crc_table[bit.bxor(crc, bytes:get_index(i))] end
  return crc
end

local function whole_words(bytes) return math.ceil(bytes / 4) * 4 end

local function count_route(buffer, last)
  local count = 0
  while count < last and buffer(count, 1):uint() >= 0x80 do count = count + 1 end
  return count
end

-- Where a packet was seen to leave, it is on its route; where it was seen to arrive, at that node.
local function destination(buffer, at, info)
  local port = interface()
  if info.p2p_dir == P2P_DIR_RECV and port then return tostring(port):match("node%d+") or "" end
  return at > 0 and "route " .. tostring(buffer(0, at):bytes()) or ""
end

-- The name of a message in every trace: that of its source times 10^9, and its serial number.
local function name_of(source, id)
  local name = source * 1000000000 + id % 0x1000000
  return name, UInt64.new(name % 0x100000000, math.floor(name / 0x100000000))
end

-- The header at `at`, then control bytes and payload up to `stop`. True if all of it is there.
local function dissect_message(buffer, at, stop, info, tree)
  if stop - at < HEADER_BYTES then return false end
  local control = buffer(at + 6, 2):uint()
  local payload = buffer(at + 8, 4):uint()
  local control_at = at + HEADER_BYTES
  local payload_at = control_at + whole_words(control)
  local branch = tree:add(message, buffer(at, stop - at))
  branch:add(m.source, buffer(at + 4, 2))
  branch:add(m.control_length, buffer(at + 6, 2))
  branch:add(m.payload_length, buffer(at + 8, 4))
  branch:add(m.token, buffer(at + 12, 4))
  branch:add(m.message_id, buffer(at + 16, 4))
  local name, name64 = name_of(buffer(at + 4, 2):uint(), buffer(at + 16, 4):uint())
  branch:add(m.message, buffer(at + 4, 16), name64):set_generated()
  info.cols.protocol = "Trapeze"
  info.cols.src = string.format("node%d", buffer(at + 4, 2):uint())
  info.cols.dst = destination(buffer, at, info)
  info.cols.info = string.format("message %.0f: %d B control, %d B payload", name, control, payload)
  if payload_at + payload > stop then return false end
  if control > 0 then branch:add(m.control, buffer(control_at, control)) end
  if payload > 0 then branch:add(m.payload, buffer(payload_at, payload)) end
  return true
end

-- "ACK 7": all before 7 are stored, as messages say, too. "NACK 7": 7 was refused, besides.
local function pm_text(kind, flags, number, place, length)
  if kind == 3 then
    local what = bit.band(flags, 2) ~= 0 and "NACK" or "ACK"
    return string.format("%s %d%s", what, place, bit.band(flags, 8) ~= 0 and ", asks what is expected" or "")
  end
  local text = string.format("%s %d: %d B", KINDS[kind] or "kind " .. kind, number, length)
  if kind == 1 then return string.format("%s, ACK %d", text, place) end
  if kind ~= 2 then return text end
  local more = bit.band(flags, 4) ~= 0 and ", goes on" or ""
  if bit.band(flags, 8) ~= 0 then more = more .. ", asks for an ACK" end
  return string.format("%s to entry %d + %d%s", text, bit.rshift(place, 12), bit.band(place, 0xfff), more)
end

local function dissect_pm(buffer, at, stop, info, tree)
  if stop - at < HEADER_BYTES then return false end
  local kind = buffer(at + 15, 1):bitfield(6, 2)
  local flags = buffer(at + 14, 1):uint() -- asks, goes_on, nack, refused
  local channel = buffer(at + 15, 1):bitfield(1, 3)
  local number = buffer(at + 4, 4):uint()
  local place = buffer(at + 8, 4):uint()
  local length = buffer(at + 16, 4):uint()
  local branch = tree:add(pm, buffer(at, stop - at))
  branch:add(q.kind, buffer(at + 15, 1), kind)
  branch:add(q.source, buffer(at + 12, 1))
  branch:add(q.to, buffer(at + 13, 1))
  branch:add(q.channel, buffer(at + 15, 1), channel)
  if kind ~= 3 then branch:add(q.number, buffer(at + 4, 4)) end
  if kind ~= 1 then branch:add(q.asks, buffer(at + 14, 1), bit.band(flags, 8) ~= 0) end
  if kind == 2 then
    branch:add(q.goes_on, buffer(at + 14, 1), bit.band(flags, 4) ~= 0)
    local handle = branch:add(q.handle, buffer(at + 8, 4))
    handle:add(q.entry, buffer(at + 8, 4), bit.rshift(place, 12))
    handle:add(q.byte, buffer(at + 8, 4), bit.band(place, 0xfff))
  else
    branch:add(q.stored, buffer(at + 8, 4))
  end
  if kind == 3 then
    branch:add(q.nack, buffer(at + 14, 1), bit.band(flags, 2) ~= 0)
    branch:add(q.refused, buffer(at + 14, 1), bit.band(flags, 1) ~= 0)
  end
  branch:add(q.length, buffer(at + 16, 4))
  info.cols.protocol = "PM"
  info.cols.src = string.format("node%d", buffer(at + 12, 1):uint())
  info.cols.dst = string.format("node%d", buffer(at + 13, 1):uint())
  info.cols.info = string.format("channel %d, %s", channel, pm_text(kind, flags, number, place, length))
  if kind == 3 then return true end
  if at + HEADER_BYTES + length > stop then return false end
  if length > 0 then branch:add(q.data, buffer(at + HEADER_BYTES, length)) end
  return true
end

local function dissect_myriapi(buffer, at, stop, info, tree)
  if stop - at < MYRIAPI_HEADER_BYTES then return false end
  local source = buffer(at + 4, 2):uint()
  local channel = buffer(at + 6, 2):uint()
  local length = buffer(at + 8, 4):uint()
  local branch = tree:add(myriapi, buffer(at, stop - at))
  branch:add(a.source, buffer(at + 4, 2))
  branch:add(a.channel, buffer(at + 6, 2))
  branch:add(a.length, buffer(at + 8, 4))
  branch:add(a.tag, buffer(at + 12, 4))
  local name, name64 = name_of(source, buffer(at + 12, 4):uint())
  branch:add(a.message, buffer(at + 4, 12), name64):set_generated()
  info.cols.protocol = "MyriAPI"
  info.cols.src = string.format("node%d", source)
  info.cols.dst = destination(buffer, at, info)
  info.cols.info = string.format("message %.0f: channel %d, %d B", name, channel, length)
  if at + MYRIAPI_HEADER_BYTES + length > stop then return false end
  if length > 0 then branch:add(a.data, buffer(at + MYRIAPI_HEADER_BYTES, length)) end
  return true
end

local dissectors = { [TRAPEZE] = dissect_message, [PM] = dissect_pm, [MYRIAPI] = dissect_myriapi }

local function dissect_crc(buffer, last, tree)
  local right = crc8(buffer, last) == buffer(last, 1):uint()
  tree:add(p.crc, buffer(last, 1))
  tree:add(p.crc_good, buffer(last, 1), right):set_generated()
  if not right then tree:add_proto_expert_info(packet.experts.crc) end
end

function packet.dissector(buffer, info, root)
  local last = buffer:len() - 1
  local tree = root:add(packet, buffer())
  info.cols.protocol = "Myrinet"
  local route = count_route(buffer, last)
  if route > 0 then tree:add(p.route, buffer(0, route)) end
  local complete = last - route >= 4
  if complete then
    local kind = buffer(route, 4):uint()
    tree:add(p.type, buffer(route, 4))
    info.cols.info = string.format("type 0x%08x", kind)
    if dissectors[kind] then
      complete = dissectors[kind](buffer, route, last, info, root)
    elseif last > route + 4 then
      tree:add(p.data, buffer(route + 4, last - route - 4))
    end
  end
  if not complete then tree:add_proto_expert_info(packet.experts.short) end
  dissect_crc(buffer, last, tree)
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, packet)
