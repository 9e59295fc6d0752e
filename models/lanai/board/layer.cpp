#include "models/lanai/board/layer.h"

#include "models/common/layer_params.h"
#include "models/lanai/params.h"
#include "models/myrinet/network_params.h"

namespace flybar::lanai {
namespace {

/// The chip counts whole words, once in each clock.
std::vector<Fault> check_slack(const ChipParams& chip, const myrinet::NetworkParams& network) {
  const Bytes whole_words((chip.stop_mark.count + 3) / 4 * 4);
  return myrinet::check_slack("lanai", {chip.slack, whole_words, chip.clock}, network,
                              network.link.length);
}

}  // namespace

void add_layer(LayerParams& node) {
  node.add<ChipParams>(
      {}, [](Parameters& table, ChipParams& own, const auto&, const LayerParams& shared) {
        describe(table, own, "lanai.");
        table.add_check([&own, &shared](std::vector<Fault>& faults) {
          for (Fault& fault : check_slack(own, shared.get<myrinet::NetworkParams>()))
            faults.push_back(std::move(fault));
        });
      });
}

}  // namespace flybar::lanai
