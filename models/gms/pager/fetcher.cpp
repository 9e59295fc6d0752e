#include "models/gms/pager/fetcher.h"

#include <algorithm>
#include <utility>

#include "models/gms/labels.h"

namespace flybar::gms {

using Status = LocalPage::Status;

Fetcher::Fetcher(Member& member, LocalMemory& local, DirectorySite& directory, CachingSite& caching)
    : member_(member), local_(local), directory_(directory), caching_(caching) {}

void Fetcher::begin(PageId id, host::Physical frame) {
  LocalPage& page = local_.pages.insert(id, {});
  page.frame = frame;
  page.version = member_.files.page(id).latest;
  page.last_use = member_.cpu().now();
  retry(id);
}

void Fetcher::retry(PageId id) {
  LocalPage& page = *local_.pages.find(id);
  if (take_own(id, page)) return;
  if (!worth_asking(id)) return read_from_disk(id, page);
  page.status = Status::kQueued;
  queue_.push_back(id);
}

/// The page may lie in this node's own global cache, put there by another.
bool Fetcher::take_own(PageId id, LocalPage& page) {
  if (caching_.pages().size() == 0) return false;
  page.status = Status::kPending;
  const host::Physical frame = caching_.fetch(id, page.version, page.frame);
  if (frame == 0) return false;
  ++counters_.own;
  page.frame = frame;
  page.status = Status::kPresent;
  local_.arrived(id);
  local_.notify();
  return true;
}

/// Its home knows whether a page was ever put away.
bool Fetcher::worth_asking(PageId id) const {
  const FileInfo& file = member_.files.file(id);
  return !file.home || file.pages[id.page].put_away == file.pages[id.page].latest;
}

void Fetcher::pump() {
  if (pumping_ || member_.dead) return;
  pumping_ = true;
  while (!queue_.empty() && calls_.outstanding() < member_.params.outstanding) {
    const PageId id = queue_.front();
    queue_.pop_front();
    if (ask(id, *local_.pages.find(id))) continue;
    queue_.push_front(id);
    break;
  }
  pumping_ = false;
}

/// Where the request goes. Nobody if this node is the directory site, and knows of no copy.
std::optional<Node> Fetcher::whom_to_ask(PageId id, const LocalPage& page,
                                         gmsnet::Operation& operation) {
  const Node site = member_.directory_site(id);
  operation = kGetpage;
  if (site != member_.node()) return site;
  operation = kServe;
  const Location* location = directory_.look_up(id);
  if (location == nullptr || location->version != page.version) return std::nullopt;
  if (location->site == member_.node()) return std::nullopt;
  return location->site;
}

/// False if the message could not be sent now.
bool Fetcher::ask(PageId id, LocalPage& page) {
  member_.cpu().spend(member_.params.getpage, kGetting);
  gmsnet::Operation operation = kGetpage;
  const auto to = whom_to_ask(id, page, operation);
  if (!to) {
    ++counters_.absent;
    page.absent = true;
    missed(id, page);
    return true;
  }
  gmsnet::Message message = member_.net.gmsnet_makebuf(operation);
  PageMessage{.id = id, .version = page.version}.push(message.arguments);
  page.status = Status::kPending;
  page.call = 0;
  calls_.begin();
  const Time since = member_.cpu().now();
  const gmsnet::CallId call = member_.net.gmsnet_call_nonblocking(
      message, *to, expected(page.frame),
      {[this, id](gmsnet::Reply& reply) { return answered(id, reply); }});
  if (call == 0) {
    page.status = Status::kQueued;
    calls_.not_made();
    return false;
  }
  // The answer may be here already.
  LocalPage* still = local_.pages.find(id);
  if (still == nullptr || still->status != Status::kPending) return true;
  still->call = call;
  calls_.wait_for(id, since, call);
  return true;
}

/// A whole page, which may come in a frame that takes the place of this one.
gmsnet::Expected Fetcher::expected(host::Physical frame) const {
  return {.delivery = gmsnet::Delivery::kSolicited,
          .frame = frame,
          .length = member_.frame_size(),
          .may_exchange = true};
}

/// The directory site may know of the page from then on: the node that keeps it may tell the site
/// of an old epoch.
Fetcher::Answer Fetcher::ask(PageId id, Version version, Node node, host::Physical frame) {
  member_.cpu().spend(member_.params.getpage, kGetting);
  gmsnet::Message message = member_.net.gmsnet_makebuf(kServe);
  PageMessage{.id = id, .version = version}.push(message.arguments);
  const gmsnet::Reply reply = member_.net.gmsnet_call(message, node, expected(frame));
  if (reply.payload_length > Bytes()) frame = reply.payload;
  if (reply.status == gmsnet::Status::kOk && reply.payload_length == member_.frame_size()) {
    found(id, version, frame);
    directory_.tell(id, {node, version});
    return Answer::kHere;
  }
  if (!reply.frame_lost) member_.pool().free(frame);
  return reply.status == gmsnet::Status::kAbsent ? Answer::kAbsent : Answer::kNone;
}

/// The page has come in `frame`. Another process may have brought it or given it up meanwhile.
void Fetcher::found(PageId id, Version version, host::Physical frame) {
  const host::LockGuard guard(member_.cpu(), local_.lock);
  member_.cpu().spend(member_.params.insert, kInsert);
  LocalPage* const page = local_.pages.find(id);
  const bool wanted =
      page != nullptr && page->status == Status::kMissed && page->version == version;
  if (wanted) {
    ++counters_.network;
    std::swap(page->frame, frame);
    page->status = Status::kPresent;
    local_.arrived(id);
    local_.notify();
  }
  if (frame != 0) member_.pool().free(frame);
}

/// The continuation of a getpage.
bool Fetcher::answered(PageId id, gmsnet::Reply& reply) {
  if (member_.cpu().in_handler()) {
    if (!local_.lock.is_free()) return false;
    settle(id, reply);
  } else {
    host::LockGuard guard(member_.cpu(), local_.lock);
    settle(id, reply);
  }
  local_.notify();
  pump();
  return true;
}

void Fetcher::settle(PageId id, gmsnet::Reply& reply) {
  calls_.answered(id);
  member_.cpu().spend(member_.params.insert, kInsert);
  LocalPage& page = *local_.pages.find(id);
  page.call = 0;
  if (reply.payload_length > Bytes()) page.frame = reply.payload;
  const bool whole = reply.payload_length == member_.frame_size();
  if (reply.status == gmsnet::Status::kOk && whole) {
    ++counters_.network;
    page.status = Status::kPresent;
    const FileInfo& file = member_.files.file(id);
    PageState& state = member_.files.page(id);
    if (!file.policy.sticky && state.on_disk == page.version) state.put_away = 0;
    return local_.arrived(id);
  }
  page.absent = reply.status == gmsnet::Status::kAbsent;
  ++(page.absent ? counters_.absent : counters_.failed);
  if (reply.frame_lost) page.frame = 0;
  missed(id, page);
}

/// Network memory does not have it. What only network memory had is for the process that wants it
/// to think about. One that did not answer may have the page still.
void Fetcher::missed(PageId id, LocalPage& page) {
  PageState& state = member_.files.page(id);
  page.status = Status::kMissed;
  if (state.on_disk != page.version) return;
  if (page.absent) state.put_away = 0;
  if (page.frame != 0) read_from_disk(id, page);
}

void Fetcher::read_from_disk(PageId id, LocalPage& page) {
  ++counters_.disk;
  page.status = Status::kPending;
  member_.disk.start_read(member_.cpu(), disk_block(id), page.frame, [this, id] {
    local_.pages.find(id)->status = Status::kPresent;
    local_.arrived(id);
    local_.notify();
  });
}

}  // namespace flybar::gms
