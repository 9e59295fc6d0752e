#include "models/gmsnet/gmsnet_params.h"

#include "models/common/layer_params.h"
#include "models/common/quantity.h"

namespace flybar::gmsnet {

using enum Confidence;

void describe(Parameters& table, GmsnetParams& p, const std::string& prefix) {
  const char* estimate = "some 200 instructions of the 21164, half of them out of its caches";
  const auto cost = [&](const char* key, Time& field, const char* summary) {
    table.add(prefix + key, field, {Time(), Time::us(20)}, {summary, estimate, kGuess});
  };
  cost("make", p.make, "CPU time of making a message: buffer and header");
  cost("call", p.call, "CPU time of a call record: allocate, enter, free");
  cost("queue", p.queue, "CPU time of handing a request to the server thread");
  cost("dispatch", p.dispatch, "CPU time of finding the service of a request");
  cost("reply", p.reply, "CPU time of finding the call record of a reply");
  cost("continuation", p.continuation, "CPU time of calling a continuation");
  table.add(prefix + "copy_start", p.copy_start, {Time(), Time::us(20)},
            {"CPU time of a copied page before its first byte: priority level, code out of the "
             "caches, two translations out of the TLB",
             "some 300 instructions of the 21164, all out of its caches, and two fills by PALcode",
             kGuess});
  const char* choice = "choice";
  table.add(prefix + "entry_pause", p.entry_pause, {Time::us(1), Time::ms(1)},
            {"how long a process sleeps when the send ring is full", choice});
  table.add(prefix + "call_records", p.call_records, {2, 256},
            {"calls that one node can have outstanding", choice});
  table.add(prefix + "nonblocking_calls", p.nonblocking_calls, {1, 255},
            {"nonblocking ones among them; one more recycles the oldest", choice});
  table.add(
      prefix + "calls_under_way", p.calls_under_way, {1, 256},
      {"over datagrams: calls of a node that may yet be answered, plausibly [8..128]; one more "
       "waits, or is refused in a handler",
       "as many as a ring of that time has entries", kGuess});
  table.add(prefix + "timeout", p.timeout, {Time::us(100), Time::ms(10'000)},
            {"how long a blocking call waits for its reply", choice});
  table.add(prefix + "grace", p.grace, {Time::us(10), Time::ms(100)},
            {"how much longer if the page of the reply is already on its way", choice});
  table.add_check([&p, prefix](std::vector<Fault>& faults) {
    if (p.nonblocking_calls < p.call_records) return;
    faults.push_back({prefix + "nonblocking_calls", std::to_string(p.nonblocking_calls),
                      "fewer than " + prefix + "call_records, " + std::to_string(p.call_records),
                      "leave some records for blocking calls"});
  });
}

void add_layer(LayerParams& node) {
  node.add<GmsnetParams>(
      {}, [](Parameters& table, GmsnetParams& own, auto&...) { describe(table, own, "gmsnet."); });
}

}  // namespace flybar::gmsnet
