#include "models/lan/ring/card.h"

#include "models/layouts/generated/lan_regs.hpp"

namespace flybar::lan {

RingCard::RingCard(sc_core::sc_module_name module_name, const Setup& setup, Agenda& agenda,
                   Observer& observer)
    : sc_module(module_name),
      setup_(setup),
      packets_(
          observer.declare({.name = std::string(name()) + ".packets",
                            .kind = TrackKind::kPackets,
                            .link_type = setup.framing == Framing::kAal5 ? LinkType::kRfc1483
                                                                         : LinkType::kEthernet})),
      receiver_(side(agenda, observer), name()),
      transmitter_(side(agenda, observer), name()),
      master_(setup.bus_clock, agenda,
              [this](Time now) {
                user_->work_done(now);
                serve(now);
              }),
      port_registers_(*this, setup.window, setup.bus_clock, agenda) {}

CardSide RingCard::side(Agenda& agenda, Observer& observer) {
  return {agenda,
          observer,
          setup_.params,
          counters_,
          [this](Time now) { serve(now); },
          [this](std::uint32_t cause, Time now) { interrupt(cause, now); },
          packets_};
}

/// What comes goes first: a FIFO that is full loses it.
void RingCard::serve(Time now) {
  for (BusUser* user : {static_cast<BusUser*>(&receiver_), static_cast<BusUser*>(&transmitter_)}) {
    if (master_.busy()) return;
    const auto work = user->next_work(now);
    if (!work || master_.busy()) continue;
    user_ = user;
    master_.start(*work, now);
  }
}

void RingCard::arrives(Frame frame, Time begin) {
  receiver_.arrives(std::move(frame), begin);
  if (on_arrival) on_arrival();
}

void RingCard::leaves(Time begin) {
  transmitter_.leaves(begin);
  if (on_arrival) on_arrival();
}

std::uint32_t RingCard::read_register(std::uint32_t offset) {
  switch (offset) {
    case regs::SendBase::kOffset:
      return transmitter_.base();
    case regs::SendLength::kOffset:
      return transmitter_.length();
    case regs::ReceiveBase::kOffset:
      return receiver_.base();
    case regs::ReceiveLength::kOffset:
      return receiver_.length();
    case regs::Status::kOffset:
      return status_;
    case regs::Mask::kOffset:
      return mask_;
    default:
      return 0;
  }
}

void RingCard::write_register(std::uint32_t offset, std::uint32_t value, Time now) {
  switch (offset) {
    case regs::SendBase::kOffset:
      return transmitter_.set_base(value);
    case regs::SendLength::kOffset:
      return transmitter_.set_length(value);
    case regs::SendDemand::kOffset:
      return transmitter_.demand(now);
    case regs::ReceiveBase::kOffset:
      return receiver_.set_base(value);
    case regs::ReceiveLength::kOffset:
      return receiver_.set_length(value);
    case regs::ReceiveDemand::kOffset:
      return receiver_.demand(now);
    case regs::Status::kOffset:
      status_ &= ~value;
      return update_line(now);
    case regs::Mask::kOffset:
      mask_ = value;
      return update_line(now);
    default:
      return;
  }
}

void RingCard::interrupt(std::uint32_t cause, Time now) {
  status_ |= cause;
  update_line(now);
}

void RingCard::update_line(Time now) {
  const bool level = (status_ & mask_) != 0;
  if (level == level_) return;
  level_ = level;
  on_interrupt(level, now);
}

std::string RingCard::place(Time) const {
  return std::string(name()) + ", which " + transmitter_.doing() + " and " + receiver_.doing();
}

Uses RingCard::uses() const {
  const auto count = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
  return {
      {.column = "frames dropped", .count = count(counters_.no_descriptor + counters_.fifo_full)}};
}

}  // namespace flybar::lan
