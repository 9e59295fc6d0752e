#include "testbenches/flybar/prepare/prepare.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "testbenches/flybar/prepare/fingerprint.h"
#include "testbenches/flybar/prepare/nic.h"
#include "testbenches/flybar/prepare/prepare_steps.h"
#include "testbenches/flybar/prepare/shadow_option.h"
#include "testbenches/flybar/prepare/threads_option.h"

namespace flybar::program {
namespace preparing {

void append(std::vector<Fault>& to, const std::vector<Fault>& from) {
  for (const Fault& fault : from)
    if (std::none_of(to.begin(), to.end(),
                     [&](const Fault& known) { return known.text() == fault.text(); }))
      to.push_back(fault);
}

}  // namespace preparing

namespace {

/// Nodes, switches and every cable, in so many words.
std::string to_text(const NetworkPlan& plan) {
  return plan.summary() + ", " + fingerprint(plan.text());
}

std::string to_text(cluster::Runs runs) {
  constexpr const char* kNames[] = {"both", "send", "receive", "nothing"};
  return kNames[static_cast<std::size_t>(runs)];
}

}  // namespace

std::vector<std::pair<std::string, std::string>> Prepared::parameters() const {
  std::vector<std::pair<std::string, std::string>> all;
  all.emplace_back(from_file ? "system" : "platform", system->params.platform);
  all.emplace_back("machine", system->params.machine);
  if (from_file) {
    for (const auto& plan : system->params.plans) all.emplace_back("network", to_text(*plan));
    for (const cluster::SystemParams::Role& role : system->params.roles)
      all.emplace_back("nodes." + role.name,
                       std::to_string(role.count) + ", runs " + to_text(role.runs));
  }
  for (const Parameter& option : options->all()) all.emplace_back(option.key, option.value());
  for (const cluster::SystemTable::Row& row : system->table.rows())
    all.emplace_back(row.key, row.parameter->value());
  return all;
}

Prepared prepare(const RunRequest& request) {
  preparing::load_objects(request.load);
  const experiments::Entry entry = preparing::find_experiment(request.experiment);
  std::vector<Fault> faults;
  Prepared ready{.name = entry.name,
                 .experiment = entry.make(),
                 .options = std::make_unique<Parameters>(),
                 .system = nullptr,
                 .stepping = preparing::stepping(request.step, faults),
                 .firmware = request.firmware};
  preparing::collect(faults, [&] { ready.threads = threads_of(request); });
  const std::string nic = nic_of(request, faults);
  choose_nic(nic, nullptr, faults);
  preparing::check_images(request.firmware, faults);
  ready.experiment->describe(*ready.options);
  preparing::load_system(ready, request, faults);
  if (faults.empty()) {
    choose_nic(nic, &ready.system->params, faults);
    preparing::append(faults, ready.options->faults());
    preparing::check_seed(request, ready, faults);
    preparing::collect(faults, [&] { ready.experiment->check(ready.system->params, faults); });
    preparing::tell_machines(request, ready, faults);
    if (faults.empty()) preparing::check_runs_images(request, ready, faults);
  }
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  hand_over_other_cards(ready.system->params);  // last, as it may build for minutes
  return ready;
}

}  // namespace flybar::program
