#include "testbenches/experiments/measure/costs.h"

#include <algorithm>
#include <set>

#include "models/common/software_time.h"

namespace flybar::experiments {

void CostsOf::begin(const host::Cpu& cpu) {
  begin_ = {software_time(), cpu.use()};
}

void CostsOf::end(const host::Cpu& cpu) {
  end_ = {software_time(), cpu.use()};
}

double CostsOf::percent() const {
  return elapsed() <= 0 ? 0 : 100 * busy() / elapsed();
}

std::map<std::string_view, double> CostsOf::by_label() const {
  std::map<std::string_view, double> costs;
  const auto before = begin_.use.by_label();
  for (const auto& [label, time] : end_.use.by_label()) {
    const auto was = before.find(label);
    const Time spent = was == before.end() ? time : time - was->second;
    if (spent > Time()) costs[label] = spent.us();
  }
  return costs;
}

namespace {

double sum_of_row(const Table::Row& row) {
  double sum = 0;
  for (const double value : row.values) sum += value;
  return sum;
}

}  // namespace

Table costs_table(const char* name,
                  const std::vector<std::pair<std::string, const CostsOf*>>& hosts, double count) {
  Table table{name, "cost", {}, {}};
  std::set<std::string_view> labels;
  std::vector<std::map<std::string_view, double>> all;
  Table::Row whole{"all", {}};
  for (const auto& [host, costs] : hosts) {
    table.columns.push_back(host + " us");
    all.push_back(costs->by_label());
    for (const auto& [label, us] : all.back()) labels.insert(label);
    whole.values.push_back(costs->busy() / count);
  }
  for (const std::string_view label : labels) {
    Table::Row row{std::string(label), {}};
    for (const auto& costs : all) {
      const auto found = costs.find(label);
      row.values.push_back(found == costs.end() ? 0.0 : found->second / count);
    }
    table.rows.push_back(std::move(row));
  }
  std::stable_sort(
      table.rows.begin(), table.rows.end(),
      [](const Table::Row& a, const Table::Row& b) { return sum_of_row(a) > sum_of_row(b); });
  table.rows.push_back(std::move(whole));
  return table;
}

}  // namespace flybar::experiments
