#include "models/myrinet/shape/folded_clos.h"

#include <algorithm>
#include <string>

#include "models/myrinet/shape/divided_up.h"

namespace flybar::myrinet {
namespace {

constexpr std::size_t kMostLevels = 4;

/// Builds it from below: blocks of equal numbers of nodes, each with as many ways up as nodes.
class Builder {
 public:
  Builder(std::size_t nodes, std::size_t ports, Bisection bisection)
      : ports_(ports), half_(ports / 2), bisection_(bisection) {
    topology_.nodes = nodes;
    topology_.spread = true;
  }

  Topology build() {
    std::vector<Block> blocks = leaves();
    for (std::size_t level = 2; blocks.size() > ports_; ++level) {
      if (level == kMostLevels || half_ < 2) refuse();
      blocks = joined(blocks);
    }
    add_top(blocks);
    return std::move(topology_);
  }

 private:
  /// The free ports of its upper switches, all of one switch in a row.
  using Block = std::vector<End>;

  [[noreturn]] void refuse() const {
    std::size_t most = ports_;
    for (std::size_t level = 1; level < kMostLevels; ++level) most *= half_;
    throw ConfigurationError({{"switch.ports",
                               std::to_string(ports_) + " for " + std::to_string(topology_.nodes) +
                                   " nodes in a folded Clos network",
                               "up to " + std::to_string(half_ < 2 ? ports_ : most) + " nodes",
                               "use larger switches, or fewer nodes"}});
  }

  std::size_t add_switch() {
    topology_.switch_ports.push_back(ports_);
    return topology_.switch_ports.size() - 1;
  }

  void connect(const End& below, const End& above) {
    topology_.cables.push_back({below, above, {}});
  }

  void append_ways_up(Block& block, std::size_t number) const {
    for (std::size_t way = 0; way < half_; ++way)
      block.push_back(End::of_switch(number, half_ + way));
  }

  /// Each of one switch.
  std::vector<Block> leaves() {
    std::vector<Block> blocks(divided_up(topology_.nodes, half_));
    for (Block& block : blocks) append_ways_up(block, add_switch());
    for (std::size_t n = 0; n < topology_.nodes; ++n)
      connect(End::node(n), End::of_switch(n / half_, n % half_));
    return blocks;
  }

  /// Each way up of a block leads to another one of the switches that it shares with its group.
  std::vector<Block> joined(const std::vector<Block>& blocks) {
    std::vector<Block> groups;
    for (std::size_t first = 0; first < blocks.size(); first += half_) {
      Block& group = groups.emplace_back();
      for (std::size_t way = 0; way < blocks[first].size(); ++way) {
        const std::size_t number = add_switch();
        for (std::size_t i = first; i < std::min(first + half_, blocks.size()); ++i)
          connect(blocks[i][way], End::of_switch(number, i - first));
        append_ways_up(group, number);
      }
    }
    return groups;
  }

  /// A switch of the top takes as many ways of a switch below as it has ports for each block.
  void add_top(const std::vector<Block>& blocks) {
    const std::size_t used =
        bisection_ == Bisection::kFull ? half_ : std::max<std::size_t>(half_ / 2, 1);
    const std::size_t shared = std::min(ports_ / blocks.size(), used);
    for (std::size_t below = 0; below < blocks.front().size(); below += half_)
      for (std::size_t way = 0; way < used; ++way) {
        if (way % shared == 0) add_switch();
        const std::size_t top = topology_.switch_ports.size() - 1;
        for (std::size_t i = 0; i < blocks.size(); ++i)
          connect(blocks[i][below + way], End::of_switch(top, i * shared + way % shared));
      }
  }

  const std::size_t ports_, half_;
  const Bisection bisection_;
  Topology topology_;
};

}  // namespace

Topology folded_clos(std::size_t nodes, std::size_t ports, Bisection bisection) {
  if (nodes <= ports) return one_switch(nodes, ports);
  return Builder(nodes, ports, bisection).build();
}

}  // namespace flybar::myrinet
