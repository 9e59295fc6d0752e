/// The incoming-payload-table unit: what a firmware does with a payload token, done by hardware.
///
/// The real chip had no such unit. It watches the words that the receive DMA stores, keeps the one
/// in which a packet carries its token, and has read that entry of its own table by the next clock.
/// A write of TAKE then checks the key and uses the entry up at once, so a host that cancels at the
/// same time either comes before it or sees that the entry is used up. The table is written by the
/// host, and takes no access of the SRAM.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "models/layouts/generated/ipt_regs.hpp"

namespace flybar::lanai {

class Ipt {
 public:
  /// Special register offset at which a packet's token lies, in bytes from the packet's begin.
  std::uint32_t token_at() const { return token_at_; }
  void set_token_at(std::uint32_t bytes) { token_at_ = bytes & ~3u; }

  /// The receive DMA stores these words, the next ones of a packet.
  void watch(std::span<const std::uint8_t> words) {
    if (passed_ == 0) token_.reset();
    if (token_at_ - passed_ < words.size()) token_ = word(words.subspan(token_at_ - passed_));
    passed_ += static_cast<std::uint32_t>(words.size());
  }
  /// The last word watched has ended its packet.
  void end_packet() { passed_ = 0; }

  /// The token word of the packet that was stored last has passed.
  bool has_token() const { return token_.has_value(); }
  /// Uses up the entry of that token if it is valid. Precondition: has_token().
  void take();
  void restore(std::uint32_t token) { entry(token).consumed = 0; }
  bool hit() const { return hit_; }
  std::uint32_t address() const { return address_; }
  std::uint32_t length() const { return length_; }

  /// The host's access to the table, `offset` bytes from its begin.
  std::uint32_t host_read(std::uint32_t offset) const;
  void host_write(std::uint32_t offset, std::uint32_t value);

  // For a shadow (run/shadow.h).
  struct Entry {
    std::uint32_t token = 0;
    std::uint32_t address = 0;
    std::uint32_t length = 0;
    std::uint32_t consumed = 0;
  };
  const Entry& at(std::uint32_t n) const { return table_[n]; }
  std::uint32_t passed() const { return passed_; }
  std::optional<std::uint32_t> token() const { return token_; }

  /// The host resets the chip: registers go to 0, the table stays.
  void reset();

 private:
  static constexpr std::uint32_t Entry::*kWords[] = {&Entry::token, &Entry::address, &Entry::length,
                                                     &Entry::consumed};
  static std::uint32_t word(std::span<const std::uint8_t> bytes) {
    std::uint32_t value = 0;
    for (const std::uint8_t byte : bytes.first(4)) value = value << 8 | byte;
    return value;
  }
  Entry& entry(std::uint32_t token) { return table_[token % ipt_regs::kEntries]; }

  std::array<Entry, ipt_regs::kEntries> table_{};
  std::uint32_t token_at_ = 0;
  std::uint32_t passed_ = 0;  ///< bytes of the packet under way that have been stored
  std::optional<std::uint32_t> token_;
  bool hit_ = false;
  std::uint32_t address_ = 0;
  std::uint32_t length_ = 0;
};

}  // namespace flybar::lanai
