-- Wireshark dissector for Myrinet packets with a Trapeze message, as in .pcapng traces (USER0).
--
--   wireshark -X lua_script:flybar.lua packets.pcapng
--
-- A packet is route bytes (first bit 1), a type word (first bit 0), what the type says, and a CRC-8
-- over all bytes before it. The layout of a Trapeze header is that of wire_header in
-- models/trapeze/endpoint.layout.toml; a test builds one from there and reads it back with this file.

local TRAPEZE = 0x04100001
local HEADER_BYTES = 20

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
    if kind == TRAPEZE then
      complete = dissect_message(buffer, route, last, info, root)
    elseif last > route + 4 then
      tree:add(p.data, buffer(route + 4, last - route - 4))
    end
  end
  if not complete then tree:add_proto_expert_info(packet.experts.short) end
  dissect_crc(buffer, last, tree)
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, packet)
