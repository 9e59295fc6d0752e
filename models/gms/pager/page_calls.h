/// The nonblocking calls for pages that one part of a node has under way.
#pragma once

#include <cstdint>
#include <vector>

#include "models/gms/member/member.h"

namespace flybar::gms {

class PageCalls {
 public:
  /// One is about to be made: it counts, although its answer may come before its id is known.
  void begin() { ++outstanding_; }
  /// It could not be made.
  void not_made() { --outstanding_; }
  /// It has been made, and its answer is not here yet.
  void wait_for(PageId id, Time since, gmsnet::CallId call) { calls_.push_back({id, since, call}); }
  void answered(PageId id);
  /// Gives up those that have waited for too long. By a process.
  void expire(Member& member);

  std::int64_t outstanding() const { return outstanding_; }
  /// Of these, those whose answer is waited for.
  std::size_t waiting() const { return calls_.size(); }

 private:
  struct Call {
    PageId id;
    Time since;
    gmsnet::CallId call;
  };
  std::vector<Call> calls_;  ///< the oldest first
  std::int64_t outstanding_ = 0;
};

}  // namespace flybar::gms
