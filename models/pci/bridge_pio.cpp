#include <algorithm>
#include <cstring>

#include "models/common/error.h"
#include "models/common/systemc_time.h"
#include "models/pci/bridge.h"

namespace flybar::pci {

namespace {

using Kind = PioOperation::Kind;
constexpr Cycles kStopPause = 2_cycles;  // REQ# is off so long after STOP#: PCI 2.1. D

}  // namespace

HostBridge::HostBridge(sc_core::sc_module_name name, const BridgeParams& params, Clock pci_clock,
                       Agenda& agenda)
    : sc_module(name),
      params_(params),
      clock_(pci_clock),
      agenda_(agenda),
      dma_(params, pci_clock) {
  pci_master.register_nb_transport_bw(this, &HostBridge::to_master);
  pci_target.register_nb_transport_fw(this, &HostBridge::from_bus);
  pio_.set_extension(&pio_burst_);
  pio_.set_extension(&foresight_);
}

HostBridge::~HostBridge() {
  pio_.clear_extension(&pio_burst_);
  pio_.clear_extension(&foresight_);
}

void HostBridge::read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) {
  PioOperation& operation = enqueue(Kind::kRead, at, address, data.size());
  operation.destination = data.data();
  operation.told = &done;
  operation.ready = at + params_.pio_read_request;
  if (state_ == State::kIdle) start_next(at);
}

bool HostBridge::look(Time at, std::uint32_t address, std::span<std::uint8_t> data,
                      Looker& looker) {
  if (state_ != State::kIdle || pio_burst_.rests) return false;
  PioOperation& operation = enqueue(Kind::kRead, at, address, data.size());
  operation.destination = data.data();
  operation.looker = &looker;
  operation.ready = at + params_.pio_read_request;
  start_next(at);
  return true;
}

void HostBridge::take_back_look() {
  queue_.remove_front();
  state_ = State::kIdle;
  agenda_.cancel(*this);
}

void HostBridge::write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
                       Task& accepted) {
  const Time cpu_free = at + params_.pio_write_handover;
  const bool free = queue_.writes() < params_.pio_buffers;
  PioOperation& operation = enqueue(Kind::kWrite, at, address, data.size());
  std::copy(data.begin(), data.end(), operation.bytes.begin());
  operation.told = free ? nullptr : &accepted;
  operation.cpu_free = cpu_free;
  operation.ready = cpu_free + params_.pio_write_issue;
  if (state_ == State::kIdle) start_next(at);
  if (!free) return;
  if (cpu_free == at) {
    accepted.run(at);
  } else {
    agenda_.schedule(accepted, cpu_free);
  }
}

void HostBridge::barrier(Time at, Task& drained) {
  PioOperation& operation = queue_.add(Kind::kBarrier);
  operation.told = &drained;
  operation.ready = at;
  if (state_ == State::kIdle) start_next(at);
}

PioOperation& HostBridge::enqueue(Kind kind, Time at, std::uint32_t address, std::size_t length) {
  constexpr auto kBlock = PioOperation::kBlock;
  const bool whole = length >= kWord && address % kWord == 0 && length % kWord == 0;
  if (!whole || address % kBlock + length > kBlock) refuse_block(at, address, length);
  PioOperation& operation = queue_.add(kind);
  operation.address = address;
  operation.length = static_cast<std::uint32_t>(length);
  return operation;
}

void HostBridge::refuse_block(Time at, std::uint32_t address, std::size_t length) const {
  throw SimulationError(
      std::string(name()) + " at " + std::to_string(at.ps()) + " ps",
      "PIO of " + std::to_string(length) + " B at address " + std::to_string(address),
      "4 to 32 B in words, within one aligned block of 32 B", "split the access in the CPU model");
}

void HostBridge::start_next(Time now) {
  state_ = queue_.empty() ? State::kIdle : State::kScheduled;
  if (queue_.empty()) return;
  agenda_.schedule(*this, std::max(queue_.front().ready, now));
}

void HostBridge::run(Time now) {
  if (state_ == State::kMoving) {
    end_transaction(now);
  } else if (queue_.front().kind == Kind::kBarrier) {
    end_operation(now);
  } else {
    if (moved_ == 0) begin_operation(queue_.front());
    request(now);
  }
}

void HostBridge::begin_operation(const PioOperation& operation) {
  if (operation.kind == Kind::kRead) return begin_read(operation.address, operation.length);
  first_ = operation.address;
  size_ = operation.length;
  buffer_ = operation.bytes;
  pio_.set_command(tlm::TLM_WRITE_COMMAND);
}

/// A read grows to the smallest that the chip set can do.
void HostBridge::begin_read(std::uint32_t address, std::uint32_t length) {
  const auto grain = static_cast<std::uint32_t>(params_.pio_min_read.count);
  const std::uint32_t end = address + length;
  first_ = address - address % grain;
  size_ = end + (grain - 1) - (end + (grain - 1)) % grain - first_;
  pio_.set_command(tlm::TLM_READ_COMMAND);
}

void HostBridge::describe_transaction() {
  const auto most = static_cast<std::uint32_t>(params_.pio_burst.count);
  const std::uint32_t length = std::min(size_ - moved_, most);
  pio_.set_address(first_ + moved_);
  pio_.set_data_ptr(buffer_.data() + moved_);
  pio_.set_data_length(length);
  pio_.set_streaming_width(length);
  pio_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

void HostBridge::request(Time now) {
  describe_transaction();
  state_ = State::kRequested;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = delay_until(now);
  const auto result = pci_master->nb_transport_fw(pio_, phase, delay);
  if (result == tlm::TLM_UPDATED) answered(instant(delay));
}

tlm::tlm_sync_enum HostBridge::to_master(Payload&, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const Time at = instant(delay);
  if (phase == tlm::BEGIN_RESP) {
    answered(at);
  } else if (phase == kStopBurst) {
    const auto last = (at - pio_burst_.first_data) / pio_burst_.interval;
    pio_burst_.moved = std::min(pio_burst_.moved, static_cast<std::uint32_t>(last) + 1);
    agenda_.schedule(*this, at);
  }
  return tlm::TLM_ACCEPTED;
}

void HostBridge::answered(Time now) {
  if (!pio_.is_response_ok()) {
    buffer_.fill(0xff);
    end_operation(now);
    return;
  }
  if (pio_burst_.words == 0) {
    state_ = State::kScheduled;
    agenda_.schedule(*this, clock_.edge_at_or_after(now) + clock_.time(kStopPause));
    return;
  }
  pio_burst_.moved = std::min(pio_burst_.words, pio_.get_data_length() / kWord);
  state_ = State::kMoving;
  const Time last = last_data();
  if (last <= now) {
    end_transaction(now);
  } else {
    agenda_.schedule(*this, last);
  }
}

void HostBridge::end_transaction(Time now) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = delay_until(now);
  pci_master->nb_transport_fw(pio_, phase, delay);
  moved_ += pio_burst_.moved * kWord;
  if (moved_ == size_) {
    end_operation(now);
  } else {
    state_ = State::kScheduled;
    agenda_.schedule(*this, now + clock_.time(kStopPause));
  }
}

void HostBridge::end_operation(Time now) {
  const PioOperation& done = queue_.front();
  const Kind kind = done.kind;
  Task* const told = done.told;
  Looker* const looker = done.looker;
  if (kind == Kind::kRead)
    std::memcpy(done.destination, buffer_.data() + (done.address - first_), done.length);
  queue_.remove_front();
  moved_ = 0;
  if (kind == Kind::kWrite) free_buffer(now);
  start_next(now);
  if (kind == Kind::kBarrier) told->run(now);
  if (kind != Kind::kRead) return;
  const Time returns = now + params_.pio_read_return;
  if (looker != nullptr)
    looker->looked(returns);
  else
    agenda_.schedule(*told, returns);
}

void HostBridge::free_buffer(Time now) {
  PioOperation* blocked = queue_.first_blocked();
  if (blocked == nullptr) return;
  blocked->ready = std::max(blocked->ready, now + params_.pio_write_issue);
  agenda_.schedule(*std::exchange(blocked->told, nullptr), std::max(blocked->cpu_free, now));
}

}  // namespace flybar::pci
