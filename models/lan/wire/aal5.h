/// Packets in cells of ATM: AAL5 (ITU-T I.363.5) with LLC/SNAP before the data (RFC 1483).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace flybar::lan::aal5 {

inline constexpr std::size_t kCell = 53;     ///< bytes on the line
inline constexpr std::size_t kPayload = 48;  ///< of a cell
inline constexpr std::size_t kTrailer = 8;   ///< at the end of the last cell
inline constexpr std::size_t kHeader = 8;    ///< LLC/SNAP

/// LLC/SNAP of a packet of IP.
inline constexpr std::array<std::uint8_t, kHeader> kIpv4 = {0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00};

/// The circuit that leads to the card at a port. Those below 32 are reserved (ITU-T I.361).
inline constexpr std::uint32_t kFirstCircuit = 32;

/// Bytes with padding and trailer of a packet of `length` bytes: whole cells.
constexpr std::size_t padded(std::size_t length) {
  return (length + kTrailer + kPayload - 1) / kPayload * kPayload;
}

/// Pads a packet and appends its trailer.
void close(std::vector<std::uint8_t>& packet);
/// The length of the packet in these cells; nothing if check or length are wrong.
std::optional<std::size_t> length_of(std::span<const std::uint8_t> cells);

/// The check of these bytes: the polynomial of Ethernet, high bit first.
std::uint32_t check_of(std::span<const std::uint8_t> bytes);

}  // namespace flybar::lan::aal5
