/// Frames of Ethernet (IEEE 802.3, type field), and the addresses of nodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace flybar::lan::ethernet {

inline constexpr std::size_t kAddress = 6;    ///< bytes
inline constexpr std::size_t kHeader = 14;    ///< two addresses and a type
inline constexpr std::size_t kCheck = 4;      ///< frame check behind the data
inline constexpr std::size_t kShortest = 64;  ///< with the check; padded up to that
inline constexpr std::size_t kMostData = 1500;
inline constexpr std::size_t kPreamble = 8;  ///< with the start delimiter
inline constexpr std::size_t kGap = 12;      ///< byte times between two frames
inline constexpr std::uint16_t kIpv4 = 0x0800;

using Address = std::array<std::uint8_t, kAddress>;

/// Of the card at a port: 02:00:00:00 and the number of the port, a locally administered address.
Address address_of(std::size_t port);
/// The port of such an address; nothing of any other.
std::optional<std::size_t> port_of(std::span<const std::uint8_t> address);

/// Pads a frame and appends its check, which leaves first bit first: the low byte first.
void close(std::vector<std::uint8_t>& frame);
/// The check of a whole frame is right.
bool is_sound(std::span<const std::uint8_t> frame);

/// The check of these bytes: CRC-32 of IEEE 802.3.
std::uint32_t check_of(std::span<const std::uint8_t> bytes);

}  // namespace flybar::lan::ethernet
