/// What a pager does about a page that is not where the directory says.
#include <vector>

#include "models/gms/pager.h"

namespace flybar::gms {

using Status = LocalPage::Status;

/// Whether the directory will not help any more to find a page that was in network memory only. A
/// node that knows of the page may have to be found to be dead first, or to tell a new directory
/// site. One that waits for this node's disk will be there.
bool Pager::in_vain(PageId id, const LocalPage& page, const Search& search) const {
  constexpr int kTries = 3;
  const PageState& state = member_.files.page(id);
  if (state.on_disk == page.version || state.returning == page.version) return false;
  const Time now = member_.cpu().now();
  const Time patience = member_.params.give_up;
  const bool settled = member_.members_since + patience <= now;
  return search.begun + patience <= now || (page.absent && settled && search.tries >= kTries);
}

/// The directory forgets a page that is in two places when it is told that it has left one of them.
/// A page that moves meanwhile, to a node that was asked before it came, is there the second time.
bool Pager::is_anywhere(PageId id, Version version) {
  return ask_everyone(id, version) || ask_everyone(id, version);
}

/// Who does not answer may have it, until it is no member any more.
bool Pager::ask_everyone(PageId id, Version version) {
  const std::vector<Node> members = member_.epoch.members;
  for (const Node node : members) {
    if (node == member_.node()) continue;
    gmsnet::Message message = member_.net.gmsnet_makebuf(kLocate);
    PageMessage{.id = id, .version = version}.push(message.arguments);
    gmsnet::Reply reply = member_.net.gmsnet_call(message, node);
    if (reply.status == gmsnet::Status::kAbsent) continue;
    const bool found = reply.status == gmsnet::Status::kOk;
    if (found && reply.arguments.pop() == kTellDirectory) {
      directory_.update(id, {reply.source, version});
    }
    return true;
  }
  return false;
}

/// False if the page is lost.
bool Pager::recover(PageId id, Search& search) {
  const LocalPage* page = local_.pages.find(id);
  const Version version = page->version;
  if (in_vain(id, *page, search)) {
    const bool anywhere = is_anywhere(id, version);
    page = local_.pages.find(id);
    if (page == nullptr || page->status != Status::kMissed) return true;
    if (!anywhere && page->users == 0 && in_vain(id, *page, search)) {
      give_up(id);
      return false;
    }
    search = {member_.cpu().now()};
  }
  ++search.tries;
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
