#include "testbenches/tests/firmware/endpoint_test.h"

#include <cstring>

extern "C" {
#include "firmware/trapeze/interrupt.h"
}

namespace flybar::firmware {
namespace {

constexpr std::uint32_t round_up(std::size_t bytes) {
  return static_cast<std::uint32_t>((bytes + 3) & ~std::size_t{3});
}

void append(Bytes& to, const Bytes& from) {
  to.insert(to.end(), from.begin(), from.end());
  to.resize(to.size() + round_up(from.size()) - from.size());
}

}  // namespace

Bytes pattern(std::size_t count, std::uint32_t seed) {
  Bytes bytes(count);
  std::uint32_t state = seed * 2654435761u + 1;
  for (auto& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return bytes;
}

EndpointTest::EndpointTest() {
  std::memset(&mcp, 0, sizeof mcp);
  std::memset(&tpz_endpoint, 0, sizeof tpz_endpoint);
  config.version = MCP_LAYOUT_VERSION;
  config.send_threshold = config.receive_threshold = 512;
  config.max_payload = kFrameBytes;
  config.send_entries = TPZ_SEND_ENTRIES;
  config.receive_entries = TPZ_RECEIVE_ENTRIES;
  config.node = kNode;
  config.send_mirror = kSendMirror;
  config.receive_mirror = kReceiveMirror;
  const std::uint8_t port[8] = {0, 0, 0, 0, 0, 0, 0, 0x80};
  auto& route = tpz_endpoint.routes[kNode];
  route.length = TPZ_ROUTE_LENGTH_VALID_MASK | 1;
  std::memcpy(route.path, port, sizeof port);
}

std::uint32_t EndpointTest::start(std::uint32_t mode) {
  config.mode = mode;
  return mcp_start();
}

void EndpointTest::run() {
  void (*const loops[])() = {mcp_store_and_forward, mcp_static_pulses, mcp_eager, mcp_functional};
  chip.run(loops[config.mode]);
}

tpz_send_entry& EndpointTest::post(const Message& message) {
  const std::uint32_t index = next_send_++ % config.send_entries;
  auto& entry = tpz_endpoint.send[index];
  if (!message.control.empty())
    std::memcpy(config.control_by_dma ? &chip.host[kSendMirror + index * TPZ_SEND_ENTRY_SIZE + 64]
                                      : entry.control,
                message.control.data(), message.control.size());
  if (next_source_ + message.payload.size() > kFrames) next_source_ = kSource;
  std::copy(message.payload.begin(), message.payload.end(), chip.host.begin() + next_source_);
  entry.destination = kNode;
  entry.control_length = static_cast<std::uint32_t>(message.control.size());
  entry.payload_length = static_cast<std::uint32_t>(message.payload.size());
  entry.payload_address = next_source_;
  entry.token = message.token;
  entry.message_id = message.id;
  entry.owner = TPZ_OWNER_NIC;
  next_source_ += round_up(message.payload.size());
  return entry;
}

void EndpointTest::give(bool with_frame) {
  const std::uint32_t index = next_give_++ % config.receive_entries;
  auto& entry = tpz_endpoint.receive[index];
  entry.frame_address = kFrames + index * kFrameBytes;
  entry.frame_length = with_frame ? kFrameBytes : 0;
  entry.owner = TPZ_OWNER_NIC;
  auto* mirror = reinterpret_cast<tpz_receive_entry*>(&chip.host[kReceiveMirror]) + index;
  mirror->owner = TPZ_OWNER_NIC;
}

const tpz_receive_entry& EndpointTest::visible(std::uint32_t index) const {
  if (!config.control_by_dma) return tpz_endpoint.receive[index];
  return reinterpret_cast<const tpz_receive_entry*>(&chip.host[kReceiveMirror])[index];
}

std::optional<Received> EndpointTest::take() {
  if (next_take_ == next_give_) return std::nullopt;
  const auto& entry = visible(next_take_ % config.receive_entries);
  if (entry.owner != TPZ_OWNER_HOST) return std::nullopt;
  ++next_take_;
  const std::uint8_t* control = entry.control + TPZ_MAX_CONTROL - round_up(entry.control_length);
  const auto frame = chip.host.begin() + entry.frame_address;
  return Received{Bytes(control, control + entry.control_length),
                  entry.payload_length,
                  entry.source & ~TPZ_RECEIVE_ENTRY_SOURCE_NODE_MASK,
                  entry.source & TPZ_RECEIVE_ENTRY_SOURCE_NODE_MASK,
                  entry.token,
                  entry.message_id,
                  entry.frame_address,
                  Bytes(frame, frame + entry.payload_length)};
}

std::uint32_t EndpointTest::map(std::uint32_t index, std::uint32_t key, std::uint32_t address,
                                std::uint32_t length) {
  const std::uint32_t token = key << TPZ_TOKEN_KEY_SHIFT | index;
  set_ipt(index, &tpz_ipt_entry::address, address);
  set_ipt(index, &tpz_ipt_entry::length, length);
  set_ipt(index, &tpz_ipt_entry::token, token);
  return token;
}

#ifdef MCP_HARDWARE_IPT
namespace {
std::uint32_t table_offset(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word) {
  const tpz_ipt_entry entry{};
  const auto in_entry =
      reinterpret_cast<const char*>(&(entry.*word)) - reinterpret_cast<const char*>(&entry);
  return index * lanai::ipt_regs::Entry::kSize + static_cast<std::uint32_t>(in_entry);
}
}  // namespace

std::uint32_t EndpointTest::ipt(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word) const {
  return chip.ipt.host_read(table_offset(index, word));
}
void EndpointTest::set_ipt(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word,
                           std::uint32_t value) {
  chip.ipt.host_write(table_offset(index, word), value);
}
#else
std::uint32_t EndpointTest::ipt(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word) const {
  return tpz_endpoint.ipt[index].*word;
}
void EndpointTest::set_ipt(std::uint32_t index, std::uint32_t tpz_ipt_entry::*word,
                           std::uint32_t value) {
  tpz_endpoint.ipt[index].*word = value;
}
#endif

Bytes EndpointTest::packet(const Message& message) {
  const auto control = static_cast<std::uint32_t>(message.control.size());
  const tpz_wire_header header{TPZ_WIRE_TYPE, 9u << TPZ_WIRE_HEADER_SOURCE_NODE_SHIFT | control,
                               static_cast<std::uint32_t>(message.payload.size()), message.token,
                               message.id};
  Bytes bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  append(bytes, message.control);
  append(bytes, message.payload);
  return bytes;
}

std::optional<Received> EndpointTest::send_and_take(const Message& message) {
  give();
  post(message);
  run();
  return take();
}

}  // namespace flybar::firmware

extern "C" void* firmware_shared() {
  return &tpz_endpoint;
}
