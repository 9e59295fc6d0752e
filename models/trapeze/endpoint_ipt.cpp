/// The incoming payload table as host code uses it.
#include <array>

#include "models/host/memory/words.h"
#include "models/trapeze/endpoint.h"
#include "models/trapeze/labels.h"

namespace flybar::trapeze {

using host::FrameState;
using layout::IptEntry;

Token Endpoint::map_buffer(host::Physical frame, Bytes length) {
  check_length(length, config_.mcp.max_payload, "buffer");
  if (frame % 4 != 0 || length.count % 4 != 0) {
    refuse("a buffer that is not of whole words", "multiples of 4 B", "align the buffer");
  }
  cpu_.spend(params_.ipt_map, kMapping);
  const auto token = payloads_.allocate({frame, length});
  if (!token) return 0;
  memory().frames.lend(frame, length, FrameState::kReceiving);
  std::array<std::uint8_t, IptEntry::kLength + 4> entry{};
  host::put_word(std::span(entry).subspan(IptEntry::kToken), *token);
  host::put_word(std::span(entry).subspan(IptEntry::kAddress), frame);
  host::put_word(std::span(entry).subspan(IptEntry::kLength),
                 static_cast<std::uint32_t>(length.count));
  cpu_.store(map_.ipt(PayloadTable::index(*token), IptEntry::kToken), entry);
  cpu_.write_barrier();
  return *token;
}

bool Endpoint::cancel_buffer(Token token) {
  const auto buffer = payloads_.find(token);
  if (!buffer) return false;
  cpu_.spend(params_.ipt_map, kMapping);
  const unsigned i = PayloadTable::index(token);
  cpu_.store_word(map_.ipt(i, IptEntry::kToken), 0);
  // The read returns after the write before it: what the firmware has not consumed by now, it
  // never will. What it has, it may still reject, if it saw the token go, or drop.
  const bool consumed = cpu_.load_word(map_.ipt(i, IptEntry::kConsumed)) == token;
  if (!payloads_.find(token)) return false;  // its message came while the NIC was asked
  if (consumed) {
    payloads_.cancel_late(token);
    return false;
  }
  memory().frames.take_back(buffer->address, buffer->length);
  payloads_.free(token);
  return true;
}

}  // namespace flybar::trapeze
