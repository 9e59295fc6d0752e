/// What a pager does about a page that is not where the directory says.
#include <algorithm>

#include "models/gms/pager/pager.h"

namespace flybar::gms {

using Status = LocalPage::Status;

/// Neither on its home's disk nor waiting for it.
bool Pager::is_missing(PageId id, Version version) const {
  const PageState& state = member_.files.page(id);
  return state.on_disk != version && state.returning != version;
}

/// Another try could end too late.
bool Pager::is_over(const Search& search) const {
  return member_.cpu().now() + member_.params.longest_try() > search.end;
}

bool Pager::is_missed(PageId id) {
  const LocalPage* page = local_.pages.find(id);
  return page != nullptr && page->status == Status::kMissed;
}

/// A node that was left out of the epoch since its messages were lost has its pages still. True if
/// no node has the page: one that does not answer may have it, unless it is dead.
bool Pager::ask_everyone(PageId id, Version version, const Search& search) {
  bool nowhere = true;
  for (const Node node : member_.epoch.living(member_.params.give_up)) {
    if (node == member_.node()) continue;
    const host::Physical frame = take_frame();
    const bool late = member_.cpu().now() + member_.net.longest_call() > search.end;
    if (frame == 0 || late || !is_missed(id)) {
      if (frame != 0) member_.pool().free(frame);
      return false;
    }
    const Fetcher::Answer answer = fetcher_.ask(id, version, node, frame);
    if (answer == Fetcher::Answer::kHere) return false;
    nowhere = nowhere && answer == Fetcher::Answer::kAbsent;
  }
  return nowhere;
}

/// A page that moves meanwhile, to a node that was asked before it came, is there the second time.
/// As long as no node is dead no page can be lost: then it only seems to be nowhere.
void Pager::look_everywhere(PageId id, Version version, Search& search) {
  const auto& absent = member_.epoch.absent;
  search.nowhere = ask_everyone(id, version, search) && ask_everyone(id, version, search) &&
                   std::any_of(absent.begin(), absent.end(), [this](const Absence& absence) {
                     return member_.is_dead(absence.node);
                   });
}

/// False if the page is lost.
bool Pager::recover(PageId id, Search& search) {
  constexpr int kTries = 3;
  const Version version = local_.pages.find(id)->version;
  if (search.tries++ >= kTries && is_missing(id, version)) look_everywhere(id, version, search);
  if (!is_missed(id)) return true;
  const bool lost = is_missing(id, version) && (search.nowhere || is_over(search));
  if (lost && local_.pages.find(id)->users == 0) {
    give_up(id);
    return false;
  }
  if (member_.files.page(id).on_disk != version) member_.cpu().sleep(member_.params.retry);
  return try_again(id);
}

/// Into a frame to which no earlier answer can bring anything.
bool Pager::try_again(PageId id) {
  const host::Physical fresh = take_frame();
  LocalPage* page = local_.pages.find(id);
  if (fresh == 0 || page == nullptr || page->status != Status::kMissed) {
    if (fresh != 0) member_.pool().free(fresh);
    return true;
  }
  if (page->frame != 0) member_.pool().free(page->frame);
  page->frame = fresh;
  fetcher_.retry(id);
  fetcher_.pump();
  return true;
}

void Pager::give_up(PageId id) {
  const LocalPage page = local_.pages.erase(id);
  if (page.frame != 0) member_.pool().free(page.frame);
  member_.observer.on_lost(id, page.version, member_.files.file(id).policy);
  member_.files.page(id).lost = page.version;
}

}  // namespace flybar::gms
