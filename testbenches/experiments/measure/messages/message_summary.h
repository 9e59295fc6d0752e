/// What the messages of a run have in common: how long they took, and which one shows it best.
#pragma once

#include <map>
#include <optional>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/histogram.h"
#include "testbenches/experiments/measure/messages/arrivals.h"
#include "testbenches/experiments/measure/messages/critical_path.h"
#include "testbenches/experiments/measure/messages/message_record.h"

namespace flybar::experiments {

/// Those that carry a payload are told from those that do not; only messages that count as measured
/// are looked at. Memory is bounded: for each bucket of latencies one message is kept.
class MessageSummary {
 public:
  /// `records`: keep some with their stages.
  explicit MessageSummary(bool records) : records_(records) {}

  /// Of one byte on the link. Before the first message, if records are kept.
  void set_byte_time(Time byte_time) { byte_time_ = byte_time; }

  void add(const MessageRecord& message);

  /// Adds mean, p50 and so on, with `prefix` before them, of the messages with payload if there are
  /// any, the table of both kinds, the histogram, the stages of the median and of the slowest
  /// message, and what they waited for. The waits of the whole are those of both kinds: requests
  /// without payload are a part of what a call takes.
  void account(Results& results, const std::string& prefix) const;

  const Histogram& latencies() const { return main().latencies; }
  /// When the receiving hosts were done with them.
  const Arrivals& arrivals() const { return main().arrivals; }

 private:
  /// The node where all messages begin, or end, if it is one.
  struct Ends {
    std::optional<std::size_t> node;
    bool several = false;
    void add(std::size_t other);
    std::string text(const char* word) const;
  };
  struct Kind {
    Histogram latencies;
    Arrivals arrivals;
    std::map<std::size_t, MessageRecord> of_bucket;  ///< the first of each
    std::optional<MessageRecord> slowest;
    CriticalPath waits{};  ///< of all together
    Ends from, to;
  };
  CriticalPath all_waits() const;
  const Kind& main() const { return payload_.latencies.count() > 0 ? payload_ : control_; }
  void keep(Kind& kind, const MessageRecord& message) const;
  static const MessageRecord* median(const Kind& kind);

  const bool records_;
  Time byte_time_;
  Kind payload_;
  Kind control_;
};

/// A row for a table of latencies_table().
Table::Row latency_row(const std::string& name, const Histogram& latencies);
Table latencies_table(const std::string& name, const std::string& row_title);

}  // namespace flybar::experiments
