/// A card between the buses of a host and a network, as a node sees it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/common/kernel_border.h"
#include "models/common/stepping.h"
#include "models/contracts/code.h"
#include "models/contracts/host_bus.h"
#include "models/contracts/network.h"
#include "models/contracts/resource.h"
#include "models/contracts/runner.h"

namespace flybar {

class Card : public Runner {
 public:
  /// Plugs the card into buses of the kinds that its own kind needs, in that order.
  virtual void plug_into(std::span<HostBus* const> buses) = 0;
  /// Connects its link to a port. Throws ConfigurationError if it does not fit this network.
  virtual void connect(Network& network, std::size_t port) = 0;
  /// Called when the interrupt to the host changes: level and instant.
  std::function<void(bool, Time)> on_interrupt;

  /// The card, and what it is doing at `t`; for errors.
  virtual std::string place(Time t) const = 0;
  /// Lets a resting card catch up with `t`, so that counters and memory are those of that instant.
  virtual void catch_up(Time t) = 0;
  /// Clocks that have begun, had the card not rested.
  virtual std::int64_t clock_at(Time t) const = 0;
  /// Before the simulation starts. What knows one way of stepping only ignores it.
  virtual void set_stepping(Stepping) {}
  /// Tells the observer of every signal in the clocks from `from` to before `to`, if it has any.
  /// Before the simulation starts.
  virtual void observe_signals(Time from, Time to) {
    static_cast<void>(from), static_cast<void>(to);
  }
  /// What of it can be busy, as of the last catch_up().
  virtual Uses uses() const { return {}; }
  /// The least time that the card takes for a byte of a packet; 0 if it never limits its link. A
  /// card with such a pace declares a resource that paces its link.
  virtual Time byte_time() const { return {}; }
};

/// A card with a processor of its own, which runs firmware in the card's memory.
class Board : public Card {
 public:
  /// Its memory, as its program addresses it.
  virtual std::span<const std::uint8_t> memory() const = 0;
  /// Tell the observer of each instruction from now on, or no longer.
  virtual void observe_instructions(bool on) = 0;
};

/// What a card is built with.
struct CardSite {
  std::string name;  ///< of its module
  const LayerParams& node;
  const LayerParams& shared;
  std::uint32_t window;  ///< where the host sees the card: an address of its first bus
  Agenda& agenda;        ///< of the node: its tasks and the card's clocks pass in order of time
  const KernelBorder& kernel;
  Observer& observer;
};

/// A kind of card, for the list of parts.
struct CardKind {
  std::string name;                ///< "lanai-rtl"
  std::string summary;             ///< one line
  std::string block;               ///< what a node calls the card unless it says otherwise: "lanai"
  std::vector<std::string> buses;  ///< kinds of buses that the card needs, one of each
  std::vector<std::string> networks;  ///< kinds of networks that it fits
  Bytes window;                       ///< of bus addresses, in which the host sees the card
  void (*add_layer)(LayerParams& node) = nullptr;            ///< none if it has no parameters
  std::unique_ptr<Card> (*make)(const CardSite&) = nullptr;  ///< null: another program has it
  /// Reads an image that its processor runs, as files of objects, for a card of that node, or if it
  /// is null for one with the largest memory that there is. Throws FirmwareError. Null: such a card
  /// runs no image.
  std::unique_ptr<Code> (*read_code)(const std::vector<std::filesystem::path>& objects,
                                     const LayerParams* node) = nullptr;
  /// `--nic NAME` puts it in the place of cards of another kind.
  struct Alias {
    std::string name;  ///< "rtl"; empty: it has none
    std::string of;    ///< that kind
  };
  Alias alias = {};
  /// Those of several nodes may run at the same time, on threads: they share nothing that any of
  /// them changes.
  bool threads = false;
};

}  // namespace flybar
