#include "models/lanai/image/send_gate.h"

#include <fmt/core.h>

#include "models/lanai/image/byte_cursor.h"
#include "models/lanai/image/image_error.h"

namespace flybar::lanai {
namespace {

constexpr std::size_t kRows = 4;  // LANAI_GATE_ROWS
constexpr std::size_t kBytes = 4 * (2 + 3 * kRows + 3);

class GateReader {
 public:
  GateReader(const std::string& object, std::span<const std::uint8_t> section,
             const DataRange& data)
      : object_(object), size_(section.size()), words_(section), data_(data) {}

  SendGate read() {
    if (size_ != kBytes)
      fail(fmt::format("{} B", size_), fmt::format("one struct lanai_send_gate of {} B", kBytes),
           "compile it again with the present firmware/common/send_gate.h, and declare it once");
    SendGate gate;
    gate.after_reset = words_.word();
    gate.after_host = words_.word();
    for (std::size_t row = 0; row < kRows; ++row) {
      const SendGate::Words words{
          .first = words_.word(), .stride = words_.word(), .count = words_.word()};
      if (words.count == 0) continue;
      check(words);
      gate.words.push_back(words);
    }
    gate.packet = words_.word();
    gate.packet_length = words_.word();
    gate.packet_sent = words_.word();
    if (gate.packet != 0) check({.first = gate.packet, .stride = 4, .count = 1});
    return gate;
  }

 private:
  void check(const SendGate::Words& words) const {
    const std::uint64_t last = words.first + std::uint64_t{words.stride} * (words.count - 1);
    const bool aligned = words.first % 4 == 0 && words.stride % 4 == 0 && words.stride > 0;
    if (aligned && words.first >= data_.begin && last + 4 <= data_.end) return;
    fail(
        fmt::format("{} words from {:#x} on, {} B apart", words.count, words.first, words.stride),
        fmt::format("aligned words of the data, from {:#x} to below {:#x}", data_.begin, data_.end),
        "name words of objects that the firmware defines");
  }

  [[noreturn]] void fail(const std::string& found, const std::string& allowed,
                         const std::string& advice) const {
    throw ImageError({fmt::format("{} {}", object_, kSendGateSection), found, allowed, advice});
  }

  const std::string& object_;
  const std::size_t size_;
  ByteCursor words_;
  const DataRange data_;
};

}  // namespace

SendGate read_send_gate(const std::string& object, std::span<const std::uint8_t> section,
                        const DataRange& data) {
  return GateReader(object, section, data).read();
}

}  // namespace flybar::lanai
