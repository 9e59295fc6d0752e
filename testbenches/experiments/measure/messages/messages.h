/// The messages of a test bed: followed from host to host, summed up, and handed to who asked for
/// each.
#pragma once

#include <cstddef>
#include <optional>

#include "testbenches/experiments/measure/messages/message_log.h"
#include "testbenches/experiments/measure/messages/message_summary.h"

namespace flybar::experiments {

class Messages {
 public:
  /// `stages_of`: a node, the stages of whose first measured message are wanted in any case.
  Messages(const Context& context, std::optional<std::size_t> stages_of);
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  /// What the system has to be watched by. That of the context if nobody wants stages, so that they
  /// cost nothing.
  Observer& observer() { return watches_engines_ ? log_ : observer_; }
  MessageWatcher& watcher() { return log_; }
  /// Whether somebody wants stages.
  bool watches_engines() const { return watches_engines_; }

  /// Whether what tracks declare can be true, as far as somebody wants stages. Before the run,
  /// after all parts have declared theirs. @throws ConfigurationError
  void check_declared() const { check_tracks(log_.declared()); }
  /// Of one byte on the link, before the run.
  void set_byte_time(Time byte_time) { summary_.set_byte_time(byte_time); }

  /// Messages sent from here on are none of the measurement, or are. The stages of its first
  /// message count from `zero`.
  void pause() { log_.measure(false); }
  void measure(Time zero = Time());

  /// What stands before "mean", "p50" and so on among results; "message_" if nothing is said.
  void name_results(const std::string& prefix) { prefix_ = prefix; }
  /// After the run.
  void take_rest() { log_.take_rest(); }
  void account(Results& results) const;
  Table stages_of_first() const;
  const MessageSummary& summary() const { return summary_; }
  std::int64_t received() const { return received_; }
  std::int64_t lost() const { return log_.lost() + log_.under_way(); }

 private:
  void take(const MessageRecord& message);

  const bool all_stages_;
  const std::function<void(const MessageRecord&)> on_message_;
  const std::optional<std::size_t> stages_of_;
  const bool watches_engines_;
  Observer& observer_;
  MessageLog log_;
  MessageSummary summary_;
  std::int64_t received_ = 0;
  std::string prefix_ = "message_";
  Time zero_;
  std::optional<MessageRecord> first_;
};

}  // namespace flybar::experiments
