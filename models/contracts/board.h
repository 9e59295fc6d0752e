/// A card with a processor of its own between a host's bus and a network, as a node sees it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "models/common/kernel_border.h"
#include "models/contracts/fabric.h"
#include "models/contracts/host_bus.h"
#include "models/contracts/runner.h"

namespace flybar {

class Board : public Runner {
 public:
  /// Plugs the board in. Throws ConfigurationError if it does not fit this kind of bus.
  virtual void plug_into(HostBus& bus) = 0;
  /// Connects its link to a port. Throws ConfigurationError if it does not fit this network.
  virtual void connect(Fabric& fabric, std::size_t port) = 0;
  /// Called when the interrupt to the host changes: level and instant.
  std::function<void(bool, Time)> on_interrupt;

  /// The board, and where its program is at `t`; for errors.
  virtual std::string place(Time t) const = 0;
  /// Lets a resting board catch up with `t`, so that counters and memory are those of that instant.
  virtual void catch_up(Time t) = 0;
  /// Clocks that have begun, had the board not rested.
  virtual std::int64_t clock_at(Time t) const = 0;
  /// How long its program has waited for memory that others used.
  virtual Time memory_waits() const = 0;
  /// How long its program did nothing but look whether there is something to do; nullopt if the
  /// board does not tell that.
  virtual std::optional<Time> program_waits() const { return std::nullopt; }
  /// Its memory, as its program addresses it.
  virtual std::span<const std::uint8_t> memory() const = 0;
};

/// What the board of a node is built with.
struct BoardSite {
  const LayerParams& node;
  const LayerParams& shared;
  std::uint32_t window;  ///< where the host sees the board: a bus address
  Agenda& agenda;        ///< of the node: its tasks and the board's clocks pass in order of time
  const KernelBorder& kernel;
  Observer& observer;
};
/// Among the parameters of a node: builds its board.
using MakeBoard = std::unique_ptr<Board> (*)(const BoardSite&);

}  // namespace flybar
