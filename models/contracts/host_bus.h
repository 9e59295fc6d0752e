/// The bus between a host's CPU, its memory and its cards, as a node sees it. A card knows the
/// kinds of buses that it fits, and plugs itself in (card.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <tlm>

#include "models/common/agenda.h"
#include "models/common/fault.h"
#include "models/common/layer_params.h"
#include "models/common/observer.h"
#include "models/common/quantity.h"
#include "models/contracts/pio.h"
#include "models/contracts/resource.h"

namespace flybar {

/// The bus addresses at which a host sees the cards of one bus.
class Windows {
 public:
  /// Those of the first bus. Below lies the host's memory.
  static constexpr std::uint32_t kFirst = 0x80000000;
  /// What each bus has; the next one's addresses follow.
  static constexpr std::uint32_t kSize = 0x10000000;
  static constexpr std::size_t kMostBuses = 8;  ///< that have addresses of 32 bit

  explicit Windows(std::size_t bus = 0)
      : begin_(kFirst + static_cast<std::uint32_t>(bus) * kSize), next_(begin_) {}

  /// The first address of a window for this card: a multiple of its size, a power of two. Throws
  /// ConfigurationError if the bus has no room for it.
  std::uint32_t take(const std::string& card, Bytes size) {
    const auto wanted = static_cast<std::uint32_t>(size.count);
    const std::uint32_t at = (next_ + wanted - 1) / wanted * wanted;
    if (at - begin_ > kSize - wanted)
      throw ConfigurationError(
          {{"node.cards: " + card, "its window does not fit on its bus",
            "cards with windows of " + quantity::print(Bytes(kSize)) + " together",
            "leave one out, or put it on a bus of its own"}});
    next_ = at + wanted;
    return at;
  }
  bool has(std::uint32_t address) const { return address - begin_ < kSize; }

 private:
  std::uint32_t begin_, next_;
};

class HostBus {
 public:
  virtual ~HostBus() = default;

  /// Programmed I/O of the CPU.
  virtual PioPort& pio() = 0;
  /// Lets cards reach the host's memory, from bus address 0 on, by b_transport with the time of the
  /// access. Before any card is plugged in.
  virtual void attach(tlm::tlm_target_socket<>& memory, Bytes size) = 0;

  /// What of it can be busy.
  virtual Uses uses() const = 0;
  /// How long one byte takes in a burst that never ends: no card gets more. 0 if that is not known.
  virtual Time byte_time() const { return {}; }

  Windows windows;  ///< of the cards on this bus
};

/// What a bus is built with.
struct BusSite {
  std::string name;  ///< of its module
  const LayerParams& node;
  Agenda& agenda;  ///< of the node
  Observer& observer;
};

/// A kind of bus, for the list of parts.
struct BusKind {
  std::string name;                                ///< "pci"
  std::string summary;                             ///< one line
  void (*add_layer)(LayerParams& node) = nullptr;  ///< none if it has no parameters
  std::unique_ptr<HostBus> (*make)(const BusSite&) = nullptr;
  bool threads = false;  ///< those of several nodes may run at the same time
};

}  // namespace flybar
