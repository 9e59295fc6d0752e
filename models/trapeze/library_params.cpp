#include "models/trapeze/library_params.h"

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
  add("get_sendmsg", p.get_sendmsg, "CPU time of tpz_get_sendmsg");
  add("release_sendmsg", p.release_sendmsg, "CPU time of tpz_release_sendmsg");
  add("get_rcvmsg", p.get_rcvmsg, "CPU time of tpz_get_rcvmsg");
  add("release_rcvmsg", p.release_rcvmsg, "CPU time of tpz_release_rcvmsg");
  add("attach", p.attach, "CPU time of attaching or detaching a frame");
  add("check_xmit", p.check_xmit, "CPU time of tpz_check_xmit_complete");
  add("upcall", p.upcall, "CPU time of calling a completion or a receive handler");
  add("control_word", p.control_word, "CPU time of producing or using a word of a control message");
  add("ipt_map", p.ipt_map, "CPU time of mapping a frame for a token, or cancelling it");
  table.add(prefix + "load_burst", p.load_burst, {Bytes(4), Bytes(32)},
            {"bytes written between two barriers when the firmware is loaded",
             "drivers wrote 4 B; 32 B is what the write buffer merges", kInferred});
  table.add(prefix + "start_timeout", p.start_timeout, {Time::us(10), Time::ms(10'000)},
            {"longest wait for the firmware to run", "choice", kDocumented});
}

}  // namespace flybar::trapeze
