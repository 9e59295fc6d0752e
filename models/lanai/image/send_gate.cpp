#include "models/lanai/image/send_gate.h"

#include <fmt/core.h>

#include "models/lanai/image/image_error.h"

namespace flybar::lanai {
namespace {

constexpr std::size_t kRows = 4;  // LANAI_GATE_ROWS
constexpr std::size_t kBytes = 4 * (2 + 3 * kRows + 3);

class Reader {
 public:
  Reader(const std::string& object, std::span<const std::uint8_t> section, const DataRange& data)
      : object_(object), section_(section), data_(data) {}

  SendGate read() {
    if (section_.size() != kBytes)
      fail(fmt::format("{} B", section_.size()),
           fmt::format("one struct lanai_send_gate of {} B", kBytes),
           "compile it again with the present firmware/common/send_gate.h, and declare it once");
    SendGate gate;
    gate.after_reset = next();
    gate.after_host = next();
    for (std::size_t row = 0; row < kRows; ++row) {
      const SendGate::Words words{.first = next(), .stride = next(), .count = next()};
      if (words.count == 0) continue;
      check(words);
      gate.words.push_back(words);
    }
    gate.packet = next();
    gate.packet_length = next();
    gate.packet_sent = next();
    if (gate.packet != 0) check({.first = gate.packet, .stride = 4, .count = 1});
    return gate;
  }

 private:
  std::uint32_t next() {
    std::uint32_t word = 0;
    for (const std::uint8_t byte : section_.first(4)) word = word << 8 | byte;
    section_ = section_.subspan(4);
    return word;
  }

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
  std::span<const std::uint8_t> section_;
  const DataRange data_;
};

}  // namespace

SendGate read_send_gate(const std::string& object, std::span<const std::uint8_t> section,
                        const DataRange& data) {
  return Reader(object, section, data).read();
}

}  // namespace flybar::lanai
