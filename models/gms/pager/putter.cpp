#include "models/gms/pager/putter.h"

#include <utility>

#include "models/gms/labels.h"

namespace flybar::gms {

Putter::Putter(Member& member, LocalMemory& local, DirectorySite& directory)
    : member_(member), local_(local), directory_(directory) {
  local.put_clean = [this](PageId id, const LocalPage& page) { return send_clean(id, page); };
}

void Putter::pump() {
  if (pumping_) return;
  pumping_ = true;
  std::size_t tries = queue_.size();
  while (tries-- > 0 && !member_.dead && calls_.outstanding() < member_.params.puts) {
    const PageId id = queue_.front();
    queue_.pop_front();
    LocalPage* page = local_.pages.find(id);
    if (page == nullptr || !page->dirty || page->putting) continue;
    if (page->users > 0 || !put(id, *page)) queue_.push_back(id);
  }
  pumping_ = false;
}

/// False if it cannot be sent now.
bool Putter::put(PageId id, LocalPage& page) {
  local_.unmap(id);
  if (!member_.files.file(id).policy.scratch) {
    write_to_disk(id, page);
    return true;
  }
  const auto to = member_.epoch.target(member_.node(), member_.node(), member_.draw);
  if (to) return send(id, page, *to);
  write_to_disk(id, page);
  return true;
}

gmsnet::Message Putter::message(PageId id, const LocalPage& page, bool dirty) {
  member_.cpu().spend(member_.params.putpage, kPutting);
  if (++evictions_ == static_cast<std::uint32_t>(member_.params.epoch_evictions)) {
    member_.cpu().notify(member_.epoch_work);
  }
  gmsnet::Message message = member_.net.gmsnet_makebuf(kPutpage);
  const FileInfo& file = member_.files.file(id);
  PageMessage{.id = id,
              .version = page.version,
              .dirty = dirty,
              .sticky = file.policy.sticky,
              .home = file.home.value_or(member_.node()),
              .age = member_.cpu().now() - page.last_use}
      .push(message.arguments);
  message.payload = page.frame;
  message.payload_length = member_.frame_size();
  return message;
}

bool Putter::send(PageId id, LocalPage& page, Node to) {
  page.putting = true;
  calls_.begin();
  const gmsnet::Message put = message(id, page, true);
  const Time since = member_.cpu().now();
  const gmsnet::CallId call = member_.net.gmsnet_call_nonblocking(
      put, to, {}, {[this, id](gmsnet::Reply& reply) { return answered(id, reply); }});
  if (call == 0) {
    page.putting = false;
    calls_.not_made();
    return false;
  }
  const LocalPage* still = local_.pages.find(id);
  if (still != nullptr && still->putting) calls_.wait_for(id, since, call);
  return true;
}

/// The continuation of a putpage.
bool Putter::answered(PageId id, gmsnet::Reply& reply) {
  if (member_.cpu().in_handler() && !directory_.can_update_in_interrupt(id)) return false;
  calls_.answered(id);
  LocalPage& page = *local_.pages.find(id);
  if (!accepted(id, reply)) {
    ++counters_.refused;
    write_to_disk(id, page);
    return true;
  }
  ++counters_.network;
  member_.files.page(id).put_away = page.version;
  done(id);
  return true;
}

bool Putter::accepted(PageId id, gmsnet::Reply& reply) {
  if (reply.status != gmsnet::Status::kOk) return false;
  if (reply.arguments.pop() == kDirectoryKnows) return true;
  return directory_.update(id, {reply.source, local_.pages.find(id)->version});
}

void Putter::done(PageId id) {
  LocalPage& page = *local_.pages.find(id);
  page.putting = false;
  page.dirty = false;
  local_.notify();
  pump();
}

/// Not now if the NIC still reads the frame: then the page waits for another turn.
void Putter::write_to_disk(PageId id, LocalPage& page) {
  page.putting = member_.owns(page.frame);
  if (!page.putting) return enqueue(id);
  ++counters_.disk;
  ++writing_;
  const Version version = page.version;
  member_.disk.start_write(member_.cpu(), disk_block(id), page.frame, [this, id, version] {
    --writing_;
    member_.files.page(id).on_disk = version;
    done(id);
  });
}

/// Network memory is to have clean pages, too, unless they are so old that nobody will ask. One
/// that is lost on the way is on disk.
bool Putter::send_clean(PageId id, const LocalPage& page) {
  PageState& state = member_.files.page(id);
  const bool anywhere = page.version == 0 || state.put_away == page.version;
  if (anywhere || member_.cpu().now() - page.last_use >= member_.epoch.min_age) return false;
  const auto to = member_.epoch.target(member_.node(), member_.node(), member_.draw);
  if (!to) return false;
  gmsnet::Message put = message(id, page, false);
  member_.departures.leave(put, member_.pool());
  ++counters_.clean;
  state.put_away = page.version;
  return member_.net.gmsnet_sendto(put, *to);
}

}  // namespace flybar::gms
