#include "models/pm/params.h"

#include "models/common/layer_params.h"
#include "models/common/quantity.h"
#include "models/layouts/generated/pm_layout.hpp"

namespace flybar::pm {
namespace {

using enum Confidence;

void describe_firmware(Parameters& table, FirmwareParams& p) {
  table.add_choice("pm.sending", p.sending,
                   {{"whole", Sending::kWhole}, {"immediate", Sending::kImmediate}},
                   {"when a packet leaves: all of it has come from the host, or its header at once",
                    "\"immediate sending\" of PM", kGuess});
  table.add("pm.channels", p.channels, {1, layout::kMostChannels},
            {"channels that the firmware serves", "no source", kGuess});
  table.add("pm.pin_entries", p.pin_entries, {1, layout::kMostPins},
            {"pages that a channel can have pinned at a time", "4 MB for a user", kDocumented});
  table.add("pm.buffers", p.buffers, {2, 4},
            {"packets that the SRAM holds in each direction", "DMA and link overlap", kInferred});
  table.add("pm.pulse", p.pulse, {Bytes(64), Bytes(4096)}, kWords,
            {"bytes that go from host DMA to link at once, with immediate sending",
             "as the pulses of other firmware of the time", kGuess});
  table.add("pm.ack_after", p.ack_after, {1, 16},
            {"messages that are acknowledged although data wait to be sent", "no source", kGuess});
  table.add("pm.rest", p.rest, {Time::us(1), Time::us(200)},
            {"time in which nothing happens, before an acknowledgement goes by itself", "no source",
             kGuess});
  table.add("pm.pause", p.pause, {Time::us(1), Time::us(200)},
            {"first pause after a NACK; it doubles with each in a row", "no source", kGuess});
  table.add("pm.retry", p.retry, {Time::us(100), Time::ms(1000)},
            {"time without an acknowledgement after which packets are sent again",
             "the original trusted its network", kGuess});
  table.add("pm.give_up", p.give_up, {1, 1000},
            {"of these times in a row, after which a node is dead", "no source", kGuess});
}

void describe_host(Parameters& table, HostCosts& p) {
  table.add("pm.call", p.call, {Time::ns(100), Time::us(1)},
            {"CPU time of a call of the library, without its PIO and its copies",
             "some 60 instructions of a Pentium Pro", kGuess});
  table.add("pin.hit", p.pin_hit, {Time(), Time::us(10)},
            {"CPU time of locking an area that is pinned already", "given with the original",
             kDocumented});
  table.add(
      "pin.call", p.pin_call, {Time(), Time::ms(1)},
      {"CPU time of the kernel call that pins an area", "given with the original", kDocumented});
  table.add("pin.page", p.pin_page, {Time(), Time::us(100)},
            {"CPU time of pinning a page, besides", "given with the original", kDocumented});
  table.add("pin.release_share", p.release_share, "", {0.0, 1.0},
            {"what releasing an area costs, in parts of pinning it", "no source", kGuess});
  constexpr Grid double_words{Grid::Kind::kMultiples, Bytes(8)};
  const Limits<Bytes> sizes{Bytes(32 * 1024), Bytes(1024 * 1024)};
  table.add("pm.send_buffer", p.send_buffer, sizes, double_words,
            {"send buffer of a channel in host memory", "no source", kGuess});
  table.add("pm.receive_buffer", p.receive_buffer, sizes, double_words,
            {"receive buffer of a channel in host memory", "no source", kGuess});
  table.add("pm.start_timeout", p.start_timeout, {Time::us(10), Time::ms(10'000)},
            {"longest wait for the firmware to run", "choice"});
}

}  // namespace

void describe(Parameters& table, Params& params) {
  describe_firmware(table, params.firmware);
  describe_host(table, params.host);
}

void add_layer(LayerParams& node) {
  node.add<Params>({}, [](Parameters& table, Params& own, auto&...) { describe(table, own); });
}

}  // namespace flybar::pm
