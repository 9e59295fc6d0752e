/// A PCI bus with its arbiter: who drives it when, and to whom an address belongs.
/// Not modelled: parity, special and configuration cycles, locked transfers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <systemc>
#include <tlm>

#include "models/common/agenda.h"
#include "models/common/observer.h"
#include "models/common/units.h"
#include "models/pci/bus_params.h"
#include "models/pci/protocol.h"

namespace flybar::pci {

struct AddressRange {
  std::uint64_t begin;
  Bytes size;
};

/// What holds a master back in its data phases.
struct MasterPace {
  const char* relief = nullptr;  ///< the parameter that makes it quicker; null if nothing does
  Time phase = {};               ///< the least that it needs for one
  /// The parameter that must be raised, too, before a wider bus is of use to this master; null if
  /// there is none.
  const char* width_relief = nullptr;
};

/// What a master has done whose pace is known.
struct MasterUse {
  const char* relief = nullptr;
  const char* width_relief = nullptr;
  Time busy = {};
  Time with_clock = {};   ///< what of it halves with the bus's clock, and
  Time with_relief = {};  ///< with the master's relief
};

/// What has crossed the bus so far.
struct BusUse {
  Time busy;  ///< FRAME# to the last data phase, or to the end of a Retry or abort
  std::int64_t transactions = 0;  ///< that moved data
  std::int64_t retries = 0;
  std::int64_t aborts = 0;
  Bytes read;
  Bytes written;
};

/// Speaks protocol.h on all sockets. Every decision falls on a PCI clock edge. Callers call in the
/// order of their times; of two that ask for an idle bus, the earlier call has it.
class Bus : public sc_core::sc_module, private Task {
 public:
  Bus(sc_core::sc_module_name name, const BusParams& params, Agenda& agenda, Observer& observer);

  /// Connects an initiator socket. Ports count from 0; `who` names its track, which belongs to what
  /// is said. At most 32.
  template <class Socket>
  void add_master(Socket& socket, const char* who, const MasterPace& pace = {},
                  const Track::PartOf& part_of = {}) {
    add_port(who, pace, part_of);
    socket.bind(masters_);
  }
  /// Connects a target socket. Throws ConfigurationError if the range overlaps another.
  template <class Socket>
  void add_target(Socket& socket, AddressRange range) {
    add_range(range);
    targets_.bind(socket);
  }

  const BusUse& use() const { return use_; }
  /// What each master has done whose pace is known, in the order of ports.
  std::vector<MasterUse> masters() const;

 private:
  static constexpr int kNobody = -1;

  struct Port {
    TrackId track = 0;
    TrackId wires = 0;
    tlm::tlm_generic_payload* payload = nullptr;  ///< asked for
    Time asked;                                   ///< REQ#
    Time earliest;                                ///< FRAME# as far as REQ# to GNT# goes
    MasterPace pace;
    MasterUse use{};
  };
  struct Transaction {
    tlm::tlm_generic_payload* payload;
    Burst* burst;
    int master;
    int target;
    Time frame;
    Time answered_at;
    std::uint32_t words;  ///< that will move unless the master ends earlier
    bool answered;
    Time stop;  ///< no data phase completes later
    Time granted_until = Time::never();
  };

  void add_port(const char* who, const MasterPace& pace, const Track::PartOf& part_of);
  void add_range(AddressRange range);

  tlm::tlm_sync_enum from_master(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                 sc_core::sc_time& delay);
  tlm::tlm_sync_enum from_target(int target, tlm::tlm_generic_payload& payload,
                                 tlm::tlm_phase& phase, sc_core::sc_time& delay);

  bool request(int port, tlm::tlm_generic_payload& payload, Time now);
  // bus_foresee.cpp
  tlm::tlm_sync_enum foresee(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  void repeat(int port, const tlm::tlm_generic_payload& payload, const Foresight& run, Time frame);
  /// At the end of a transaction: hands out a Retry, or decides who comes next.
  void run(Time now) override;
  void decide_at_end(Time now);
  void grant(int port);
  void address_phase();
  void take_answer(Time at);
  void end_without_data(Time now);
  void fail(tlm::tlm_response_status status);
  void deliver(Time now);
  tlm::tlm_sync_enum finish(int port, sc_core::sc_time& delay);
  void preempt();
  void close(Time end, std::string_view label, Bytes moved);
  void count(Port& port, Time end, Bytes moved) const;
  void tell_wires(Time end, Bytes moved);
  int target_of(const tlm::tlm_generic_payload& payload) const;
  [[noreturn]] void refuse(int port, const char* found, Time now) const;

  const BusParams params_;
  const Clock clock_;
  Agenda& agenda_;
  Observer& observer_;
  tlm_utils::multi_passthrough_target_socket<Bus, 32, ProtocolTypes> masters_{"masters"};
  tlm_utils::multi_passthrough_initiator_socket<Bus, 32, ProtocolTypes> targets_{"targets"};
  Arbiter arbiter_;
  std::vector<Port> ports_;
  std::vector<AddressRange> ranges_;

  std::uint32_t waiting_ = 0;  ///< one bit per port
  int owner_ = kNobody;
  int last_owner_ = kNobody;  ///< whose transaction ended at end_
  Time end_;                  ///< clock edge that ended the last transaction
  Transaction now_on_bus_{};
  std::uint64_t grants_ = 0;
  bool in_address_phase_ = false;
  BusUse use_;
};

}  // namespace flybar::pci
