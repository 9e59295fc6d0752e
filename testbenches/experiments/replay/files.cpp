#include "testbenches/experiments/replay/files.h"

#include <algorithm>

namespace flybar::experiments {

ReplayFiles::ReplayFiles(const ReplayPlan& plan, ReplayMemory memory, gms::Files& files)
    : plan_(plan), memory_(memory), files_(files), now_(plan.files.size()) {
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    const ReplayPlan::File& file = plan.files[i];
    gms::FileInfo& made = files.add(policy(file), file.pages, 0);
    std::fill(made.pages.begin() + file.first_pages, made.pages.end(), gms::PageState());
    keep(i, made.id);
  }
}

/// What the program made and nobody waits for on disk is temporary. Pages that nobody changes stay
/// in network memory when they are read: then they need not be sent there again.
gms::Policy ReplayFiles::policy(const ReplayPlan::File& file) const {
  if (memory_ == ReplayMemory::kNetwork) return {.sticky = true, .scratch = true};
  const bool temporary = file.first_pages == 0 && !file.synced;
  return {.sticky = !file.changed, .scratch = memory_ == ReplayMemory::kBoth && temporary};
}

void ReplayFiles::keep(std::size_t file, gms::File made) {
  now_[file] = made;
  recorded_.push_back(file);
}

void ReplayFiles::empty(std::size_t file) {
  const ReplayPlan::File& planned = plan_.files[file];
  if (planned.pages == 0) return;
  const auto& pages = files_.file({now_[file], 0}).pages;
  const auto unwritten = [](const gms::PageState& page) { return page.latest == 0; };
  if (std::all_of(pages.begin(), pages.end(), unwritten)) return;
  keep(file, files_.add_empty(policy(planned), planned.pages, 0).id);
}

}  // namespace flybar::experiments
