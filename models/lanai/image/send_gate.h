/// What a firmware declares of its sends, in a section of its image that is not loaded.
///
/// firmware/common/send_gate.h says what each part means.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace flybar::lanai {

inline constexpr const char* kSendGateSection = ".lanai.send_gate";

struct SendGate {
  struct Words {
    std::uint32_t first;   ///< address
    std::uint32_t stride;  ///< bytes
    std::uint32_t count;
  };

  std::int64_t after_reset = 0;  ///< clocks
  std::int64_t after_host = 0;   ///< clocks
  std::vector<Words> words;
  std::uint32_t packet = 0;         ///< address
  std::uint32_t packet_length = 0;  ///< bytes from what lies at `packet`
  std::uint32_t packet_sent = 0;    ///< bytes from what lies at `packet`

  bool declared() const { return !words.empty(); }
};

/// Addresses that a declaration may name.
struct DataRange {
  std::uint32_t begin;
  std::uint32_t end;
};

/// Reads the declaration from the contents of its section, in which all addresses have been put.
/// Throws ImageError for object `object` if the section is no struct lanai_send_gate or names words
/// outside of `data`.
SendGate read_send_gate(const std::string& object, std::span<const std::uint8_t> section,
                        const DataRange& data);

}  // namespace flybar::lanai
