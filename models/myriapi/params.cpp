#include "models/myriapi/params.h"

#include <algorithm>
#include <vector>

#include "models/common/layer_params.h"
#include "models/common/quantity.h"
#include "models/host/params.h"
#include "models/layouts/generated/myriapi_layout.hpp"

namespace flybar::myriapi {
namespace {

using enum Confidence;
using namespace literals;

/// Smaller frames are used in a row.
constexpr Bytes kLeastCluster = 2048_B;

void check_cluster(const Params& own, const host::HostParams& host, std::vector<Fault>& faults) {
  if (own.cluster <= std::max(host.frame, kLeastCluster)) return;
  faults.push_back({"myriapi.cluster", quantity::print(own.cluster) + " is more than a frame",
                    "2 KB .. host.frame, " + quantity::print(host.frame),
                    "lower it, or leave it out"});
}

}  // namespace

void describe(Parameters& table, Params& p) {
  table.add("myriapi.packet_buffers", p.packet_buffers, {2, layout::kMostBuffers},
            {"packets that the SRAM holds in each direction",
             "one that comes while another one leaves", kGuess});
  table.add("myriapi.call", p.call, {5_us, 40_us},
            {"CPU time of a call of the vendor's library, without its PIO and its copies",
             "portable code around descriptors of the SRAM: some 1700 instructions of the 21164, "
             "half out of its caches; free for C012, which this meets",
             kGuess});
  table.add("myriapi.ip_header", p.ip_header, {0_B, 64_B}, kWords,
            {"what the IP driver puts in front of an IP packet",
             "addresses and type as on an Ethernet, padded to words", kGuess});
  table.add("myriapi.cluster", p.cluster, {kLeastCluster, 64_KB}, kPowersOfTwo,
            {"buffer of the IP driver that a piece of a packet comes to; a frame unless set",
             "a driver of the time took clusters of 4.4BSD or whole pages", kGuess});
  table.add("myriapi.start_timeout", p.start_timeout, {Time::us(10), Time::ms(10'000)},
            {"longest wait for the firmware to run", "choice"});
}

void add_layer(LayerParams& node) {
  node.add<Params>(
      {}, [](Parameters& table, Params& own, const LayerParams& below, const LayerParams&) {
        describe(table, own);
        if (!below.has(host::HostParams::kLayer)) return;
        const auto& host = below.get<host::HostParams>();
        table.add_derived("myriapi.cluster",
                          [&own, &host] { own.cluster = std::max(host.frame, kLeastCluster); });
        table.add_check(
            [&own, &host](std::vector<Fault>& faults) { check_cluster(own, host, faults); });
      });
}

}  // namespace flybar::myriapi
