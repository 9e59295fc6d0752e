/// Times of requests, as a rule of the user finds them in the system calls of programs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/fault.h"
#include "models/process/linux/made_call.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// "redis-benchmark: send .. receive": from the begin of the one call to the end of the next other
/// one on the same descriptor; "last receive": of the last one before the next request begins. The
/// name before the colon is a program's or a node's.
struct RequestRule {
  std::string of;             ///< "curl", "node1"; empty: of any
  std::vector<int> from, to;  ///< numbers of calls
  bool last = false;          ///< of several `to`
};

/// Throws ConfigurationError, with `key` as the place.
RequestRule read_request_rule(const std::string& key, const std::string& text);

class Requests {
 public:
  explicit Requests(RequestRule rule) : rule_(std::move(rule)) {}

  void see(std::size_t node, const process::MadeCall& made);
  /// Numbers of results, and the histogram. After the run.
  void account(Results& results);

 private:
  struct Open {
    Time begin;
    std::optional<Time> end = {};  ///< if no other `to` comes
  };
  /// By what the request is made with.
  using OpenRequests = std::map<std::weak_ptr<const process::Object>, Open, std::owner_less<>>;
  /// Its object has none any more: open_.end().
  OpenRequests::iterator take(OpenRequests::iterator request);

  const RequestRule rule_;
  OpenRequests open_;
  Histogram times_;
};

}  // namespace flybar::experiments
