#include "models/trapeze/library_params.h"

#include "models/common/layer_params.h"
#include "models/trapeze/mcp_params.h"
namespace flybar::trapeze {
namespace {

using enum Confidence;

constexpr const char* kEstimate =
    "about 80 to 100 instructions of the 21164, some out of its cache";

}  // namespace

void describe(Parameters& table, LibraryParams& p, const std::string& prefix) {
  const Limits<Time> call{Time(), Time::us(10)};
  const auto add = [&](const char* key, Time& field, const char* summary) {
    table.add(prefix + key, field, call, {summary, kEstimate, kGuess});
  };
  table.add(prefix + "call", p.call, {Time(), Time::us(10)},
            {"CPU time of getting or releasing a send or a receive message",
             "about 100 instructions of the 21164, and some misses of its caches", kGuess});
  add("attach", p.attach, "CPU time of attaching or detaching a frame");
  add("check_xmit", p.check_xmit, "CPU time of tpz_check_xmit_complete");
  add("upcall", p.upcall, "CPU time of calling a completion or a receive handler");
  add("control_word", p.control_word, "CPU time of producing or using a word of a control message");
  add("ipt_map", p.ipt_map, "CPU time of mapping a frame for a token, or cancelling it");
  table.add(prefix + "load_burst", p.load_burst, {Bytes(4), Bytes(32)},
            {"bytes written between two barriers when the firmware is loaded",
             "drivers wrote 4 B; 32 B is what the write buffer merges", kInferred});
  table.add(prefix + "start_timeout", p.start_timeout, {Time::us(10), Time::ms(10'000)},
            {"longest wait for the firmware to run", "choice"});
}

void add_layer(LayerParams& node) {
  node.add<McpParams>({},
                      [](Parameters& table, McpParams& own, auto&...) { describe(table, own); });
  node.add<LibraryParams>(
      {}, [](Parameters& table, LibraryParams& own, auto&...) { describe(table, own, "tpz."); });
}

}  // namespace flybar::trapeze
