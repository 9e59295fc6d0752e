/// The bus between a host's CPU, its memory and its cards, as a node sees it. A card knows the bus
/// that it fits, and plugs itself in (board.h).
#pragma once

#include <memory>

#include <tlm>

#include "models/common/agenda.h"
#include "models/common/layer_params.h"
#include "models/common/observer.h"
#include "models/contracts/pio.h"

namespace flybar {

class HostBus {
 public:
  virtual ~HostBus() = default;

  /// Programmed I/O of the CPU.
  virtual PioPort& pio() = 0;
  /// Lets cards reach the host's memory, from bus address 0 on, by b_transport with the time of the
  /// access. Before any card is plugged in.
  virtual void attach(tlm::tlm_target_socket<>& memory, Bytes size) = 0;

  struct Use {
    Time busy;
    std::int64_t retries = 0;  ///< transactions that were asked for again
  };
  virtual Use use() const = 0;
};

/// What the bus of a node is built with.
struct BusSite {
  const LayerParams& node;
  Agenda& agenda;
  Observer& observer;
};
/// Among the parameters of a node: builds its bus.
using MakeHostBus = std::unique_ptr<HostBus> (*)(const BusSite&);

}  // namespace flybar
