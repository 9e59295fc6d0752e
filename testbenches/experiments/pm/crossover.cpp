#include "testbenches/experiments/pm/crossover.h"

#include "models/common/quantity.h"

namespace flybar::experiments {

void SizeRange::check(std::vector<Fault>& faults) const {
  constexpr std::int64_t kMost = 1000;
  if (from > to)
    faults.push_back({"from", quantity::print(from) + ", more than `to`",
                      "at most " + quantity::print(to), "swap them"});
  else if ((to - from).count / step.count > kMost)
    faults.push_back({"step", quantity::print(step) + ", which makes more than 1000 sizes", "fewer",
                      "raise it"});
}

std::vector<Bytes> SizeRange::sizes() const {
  std::vector<Bytes> all;
  for (Bytes size = from; size <= to; size += step) all.push_back(size);
  return all;
}

void add_crossover(const std::vector<TwoWays>& all, const std::vector<std::string>& columns,
                   Results& results) {
  std::size_t first = all.size();
  while (first > 0 && all[first - 1].written > all[first - 1].copied) --first;
  const bool found = first < all.size();
  const double size = found ? static_cast<double>(all[first].size.count) : 0;
  results.numbers.push_back({"size", size, "B"});
  Table table{"sizes", "size", columns, {}};
  if (!found) table.note = "writes are not quicker at the largest size: 0 above";
  for (const TwoWays& one : all)
    table.rows.push_back({quantity::print(one.size), {one.copied, one.written}});
  results.tables.push_back(table);
}

}  // namespace flybar::experiments
