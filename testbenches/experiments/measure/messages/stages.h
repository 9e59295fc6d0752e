/// Where the time of one message goes: which engine was busy from when to when.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/messages/message_record.h"

namespace flybar::experiments {

struct Stage {
  const char* name;
  Time begin = Time::never();
  Time end = {};
  Time busy = {};
  int parts = 0;
};

/// In the order of the data's way, those that the message does not have with no parts. A stage of
/// several pulses is busy for less than from its begin to its end; stages overlap. In the rings no
/// engine moves the message: the firmware has to find and handle it, or the host has.
std::vector<Stage> stages_of(const MessageRecord& message);

/// As in traces, and which message of which node that is: "message 1000000042, number 42 of node1".
std::string message_name(std::uint64_t id);

/// Those with parts; times from `zero`.
Table stages_table(const std::string& name, const MessageRecord& message, Time zero);

}  // namespace flybar::experiments
