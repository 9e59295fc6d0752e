#include "models/nfs/client/biods.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flybar::nfs {

Biods::Biods(host::Cpu& cpu, std::int64_t count) : cpu_(cpu) {
  for (std::int64_t n = 0; n < count; ++n) {
    Biod& biod = biods_.emplace_back();
    cpu.add_process(
        "biod " + std::to_string(n), [this, &biod](host::Cpu&) { run(biod); }, host::Role::kServer);
  }
}

bool Biods::hand_over(std::function<void()> work) {
  const auto idle =
      std::find_if(biods_.begin(), biods_.end(), [](const Biod& one) { return !one.work; });
  if (idle == biods_.end()) return false;
  idle->work = std::move(work);
  cpu_.notify(idle->called);
  return true;
}

void Biods::run(Biod& biod) {
  while (true) {
    while (!biod.work) cpu_.wait_for(biod.called);
    biod.work();
    ++biod.done;
    biod.work = nullptr;
  }
}

std::vector<std::uint64_t> Biods::done() const {
  std::vector<std::uint64_t> all;
  for (const Biod& biod : biods_) all.push_back(biod.done);
  return all;
}

}  // namespace flybar::nfs
