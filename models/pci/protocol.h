/// How TLM-2.0 carries a PCI transaction, for everything that stands on the bus.
///
/// A transaction is a generic payload with the extension `Burst`; one without it stops the run. It
/// has the PCI byte address, READ or WRITE, and `data_length` bytes,
/// which is what the master moves if nothing stops it. Bytes keep their addresses (byte 0 of the
/// data is the byte at the address). All calls are nb_transport with an annotated time: they speak
/// of the instant sc_time_stamp() + t, never earlier than the node's own time.
///
///   master -> bus     BEGIN_REQ   REQ# is asserted.
///   bus -> target     BEGIN_REQ   Address phase: FRAME# is asserted (GNT# has been given).
///   target -> bus -> master  BEGIN_RESP  The target answers, `Burst` filled in:
///        - memory (a host bridge): the schedule of the data phases to come. The data of a read is
///          in the payload from now on; that of a write is taken at END_RESP.
///        - a device (the NIC board): sent when its last data phase completes, `first_data` and
///          `interval` say when they were; read data is in the payload, write data is in the SRAM.
///        `words == 0` is a Retry: the master asks again.
///   master -> bus -> target  END_RESP   At the clock edge that completes the last data phase;
///        Burst::moved says how many words. The bus is free after the turnaround.
///   bus -> master     kStopBurst  GNT# has gone and the latency timer has run out: complete no
///        data phase later than t (the one under way always completes), then END_RESP. A call of
///        nb_transport_bw between BEGIN_RESP (perhaps directly after it) and END_RESP.
///
/// An answer that is known within the call that asks for it (BEGIN_REQ on an idle bus to a host
/// bridge) is its return value, TLM_UPDATED with phase BEGIN_RESP, as TLM-2.0 has it; any other is
/// a call of nb_transport_bw. A master handles both; the bus handles both from a target.
///
/// A Retry ends the transaction: no END_RESP follows, and t of BEGIN_RESP is when it ended (a call
/// at that time). The master asks again two PCI clocks later or after that; so it does for the rest
/// if the target disconnected. An access that fails ends like a Retry, with words == 0 and the
/// reason as the payload's response status: TLM_ADDRESS_ERROR_RESPONSE if the addresses do not lie
/// wholly inside one target (master abort), TLM_BURST_ERROR_RESPONSE if address or length is no
/// multiple of 4. Otherwise the status is TLM_OK_RESPONSE.
///
/// A master asks for one transaction at a time. It calls when the node's own time is t, or at most
/// two clocks before: the bus decides in the call, and whoever asks for an earlier t afterwards has
/// to wait. A master that asks later keeps the time in a Task. One that asks again in the very
/// clock edge of its END_RESP has held REQ# all along, so its arbitration was hidden behind the
/// transaction.
///
/// A 64-bit transfer (PCI 2.1, 3.10): the master sets `Burst::wide` (REQ64#), and a bus of 32 bits
/// clears it before the target sees it (no ACK64#). Its data phases move the aligned 8 bytes in
/// which they begin, so one that begins at an odd word moves one word.
///
/// Two more phases pass over runs of reads that all find the same (pio.h). Both go from the master
/// through the bus to the target, with a payload like that of BEGIN_REQ and a `Foresight`:
///
///   kForesee  What would BEGIN_REQ at t lead to? Changes nothing. TLM_UPDATED if that is known:
///        payload, `Burst` and t as with BEGIN_RESP, `Foresight` filled in; else TLM_COMPLETED.
///   kRepeat   Directly after kForesee, with its t: these transactions have happened.
#pragma once

#include <cstdint>

#include <tlm>

#include "models/common/units.h"

namespace flybar::pci {

/// Bytes that a data phase of 32 bits moves; lengths of bursts are counted in these.
constexpr std::uint32_t kWord = 4;

/// Protocol traits of the sockets, so that only models of this protocol bind to each other.
struct ProtocolTypes {
  using tlm_payload_type = tlm::tlm_generic_payload;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Data phases of one transaction. Data phase k completes at first_data + k * interval.
struct Burst : tlm::tlm_extension<Burst> {
  static constexpr const char* kName = "pci::Burst";
  static constexpr const char* kProtocol = "models/pci/protocol.h";

  Time first_data;          ///< instant of the clock edge that completes the first data phase
  Time interval;            ///< one PCI clock plus the target's wait states
  std::uint32_t words = 0;  ///< the target disconnects after so many; 0 is a Retry
  std::uint32_t moved = 0;  ///< filled in by the master with END_RESP
  bool wide = false;        ///< data phases of 64 bits
  bool rests = false;  ///< filled in by a device: it does nothing of itself now, so kForesee pays

  /// Data phases that move `count` words from `address` on.
  std::uint32_t phases(std::uint64_t address, std::uint32_t count) const {
    return wide ? (count + odd_word(address) + 1) / 2 : count;
  }
  /// Words that `count` data phases, at least one, move from `address` on if nothing ends before.
  std::uint32_t words_in(std::uint64_t address, std::uint32_t count) const {
    return wide ? 2 * count - odd_word(address) : count;
  }

  tlm::tlm_extension_base* clone() const override { return new Burst(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const Burst&>(other);
  }

 private:
  static std::uint32_t odd_word(std::uint64_t address) {
    return static_cast<std::uint32_t>(address / kWord % 2);
  }
};

struct Foresight : tlm::tlm_extension<Foresight> {
  static constexpr const char* kName = "pci::Foresight";
  static constexpr const char* kProtocol = "models/pci/protocol.h";

  Time until;              ///< the target does nothing of itself before
  Time grid;               ///< a read a multiple of this later takes as long
  Time end;                ///< of the first transaction: its END_RESP; filled in by the master
  Time period;             ///< from one transaction to the next
  std::int64_t times = 0;  ///< how many there are

  tlm::tlm_extension_base* clone() const override { return new Foresight(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const Foresight&>(other);
  }
};

TLM_DECLARE_EXTENDED_PHASE(kStopBurst);
TLM_DECLARE_EXTENDED_PHASE(kForesee);
TLM_DECLARE_EXTENDED_PHASE(kRepeat);

}  // namespace flybar::pci
