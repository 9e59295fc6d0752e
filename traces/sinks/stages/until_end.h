/// Lets through only what is over when the run ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "traces/sinks/sinks.h"
#include "traces/sinks/texts.h"

namespace flybar {

/// Nodes run ahead of the time at which software may end the run, some further than others, and the
/// way of stepping decides how far. So each event is held back until `now()` says that the run has
/// come to its end; what is still held when the run ends did not happen in it.
///
/// - An activity or a packet passes if it ends by the end of the run.
/// - A change or an instruction passes if it happens before; of a skipped loop, the laps that do.
/// - Of a run that stops with an error, everything passes.
class UntilEnd : public Sink {
 public:
  /// `now()` never decreases, and the run does not end before it.
  UntilEnd(std::unique_ptr<Sink> sink, std::function<Time()> now);

  void on(const Activity& activity) override;
  void on(const Change& change) override;
  void on(const Packet& packet) override;
  void on(const Retired& retired) override;
  void start(Time from) override { sink_->start(from); }
  void stop() override;
  void close(Time end) override;

 protected:
  void declared(const Track& track) override { sink_->declare(track); }

 private:
  struct HeldChange {
    Change change;
    std::string text;
  };
  struct HeldPacket {
    Packet packet;
    std::vector<std::uint8_t> bytes;
    std::string comment;
  };

  void pass(const HeldChange& held);
  void pass(const HeldPacket& held);
  void pass_until(Time end);
  Time period(const Retired& retired) const { return tracks()[retired.track].period; }
  void look();

  std::unique_ptr<Sink> sink_;
  std::function<Time()> now_;
  Time passed_;  ///< what was over by then has been passed on
  bool stopped_ = false;
  Texts labels_;  ///< of what is held
  std::vector<Activity> activities_;
  std::vector<HeldChange> changes_;
  std::vector<HeldPacket> packets_;
  std::vector<Retired> retired_;
};

}  // namespace flybar
