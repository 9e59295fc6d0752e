/// The lines from the devices of a node to its CPU. The line that was added first is served first.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>

#include "models/common/agenda.h"
#include "models/host/cpu/interrupt_line.h"

namespace flybar::host {

class InterruptController {
 public:
  /// Who is told when the CPU sees a line.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void interrupt_arrives(Time now) = 0;
  };
  /// The CPU sees a line `latency` after it was raised.
  InterruptController(Agenda& agenda, Time latency, Owner& owner)
      : agenda_(agenda), latency_(latency), owner_(owner) {}

  /// Lines are numbered from 0; at most 64.
  InterruptLine& add_line() { return lines_.emplace_back(*this, 1ULL << lines_.size()); }
  /// Precondition: the line is one of these.
  std::size_t number(const InterruptLine& line) const {
    std::size_t n = 0;
    while (&lines_[n] != &line) ++n;
    return n;
  }

  /// Some line is high, and the CPU sees it.
  bool pending() const { return pending_ != 0; }
  /// Since when it is high, if it is.
  Time raised(std::size_t line) const { return lines_[line].raised(); }
  /// Which one is to be served. Precondition: pending().
  std::size_t first() const { return static_cast<std::size_t>(std::countr_zero(pending_)); }

 private:
  class Line : public InterruptLine, public Task {
   public:
    Line(InterruptController& controller, std::uint64_t bit) : controller_(controller), bit_(bit) {}
    void raise(Time at) override;
    void lower(Time at) override;
    void run(Time now) override;  ///< the CPU sees it
    Time raised() const { return raised_; }

   private:
    InterruptController& controller_;
    const std::uint64_t bit_;
    bool high_ = false;
    Time raised_;
  };

  Agenda& agenda_;
  const Time latency_;
  Owner& owner_;
  std::deque<Line> lines_;
  std::uint64_t pending_ = 0;  ///< a bit for each line that is high and seen
};

}  // namespace flybar::host
