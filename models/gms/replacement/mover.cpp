#include "models/gms/replacement/mover.h"

#include "models/gms/labels.h"

namespace flybar::gms {

namespace {

/// One page in so many is kept free for those that come, as long as others have room.
constexpr std::size_t kSpareShare = 8;

}  // namespace

Mover::Mover(Member& member, DirectorySite& directory, CachingSite& caching, LocalMemory& local)
    : member_(member), directory_(directory), caching_(caching), local_(local) {
  member.net.register_service(kWriteBack,
                              [this](gmsnet::Request& request) { accept_write_back(request); });
  member.pool().set_reclaimer([this](std::size_t wanted) { return reclaim(wanted); });
  member.cpu().add_process(
      member.name + " mover", [this](host::Cpu&) { run(); }, host::Role::kServer);
}

bool Mover::crowded() const {
  const std::size_t capacity = caching_.capacity();
  return caching_.pages().size() > capacity - capacity / kSpareShare;
}

void Mover::run() {
  while (!member_.dead) {
    member_.cpu().wait_for(member_.crowded, member_.params.epoch);
    while (!member_.dead && crowded() && relieve()) continue;
  }
}

std::optional<PageId> Mover::oldest() const {
  return caching_.pages().oldest([](PageId, const GlobalPage& page) { return page.busy == 0; });
}

bool Mover::is_old(const GlobalPage& page) const {
  return member_.cpu().now() - page.last_use >= member_.epoch.min_age;
}

/// Anybody but the home, which had its reasons to put it away.
std::optional<Node> Mover::target(PageId id) {
  return member_.epoch.target(member_.node(), caching_.pages().find(id)->home, member_.draw);
}

/// So much more that both have room afterwards. Where free frames are scarce, the weights are old
/// pages, too.
bool Mover::has_more_room(Node other) const {
  if (member_.epoch.min_age != Time::never()) return false;
  return member_.epoch.weight(other) > caching_.room() + caching_.capacity() / kSpareShare;
}

/// False if nobody else has more room. Nothing is given up for it: nobody needs a frame yet.
bool Mover::relieve() {
  const auto id = oldest();
  if (!id) return false;
  const auto to = target(*id);
  return to && has_more_room(*to) && move(*id, kMovepage, *to);
}

/// A page of the node's own files has been unused for longer than each of those kept for others.
bool Mover::own_is_oldest() {
  const auto id = oldest();
  return local_.has_older(id ? caching_.pages().find(*id)->last_use : Time::never());
}

/// The oldest pages go, whether others' or of this node's own files. These alone when others'
/// cannot be freed now.
std::size_t Mover::reclaim(std::size_t wanted) {
  std::size_t freed = 0;
  bool others = true;
  while (freed < wanted && !member_.dead) {
    const bool own = !others || own_is_oldest();
    const bool done = own ? local_.evict() : free_oldest();
    if (done) {
      ++freed;
    } else if (own) {
      break;
    } else {
      others = false;
    }
  }
  return freed;
}

/// Of the pages kept for others. False if it cannot be freed now.
bool Mover::free_oldest() {
  const auto id = oldest();
  if (!id) return false;
  const GlobalPage& page = *caching_.pages().find(*id);
  if (!page.dirty && is_old(page)) return caching_.discard(*id, page.version);
  const auto to = target(*id);
  if (to && move(*id, kPutpage, *to)) return true;
  const GlobalPage* still = caching_.pages().find(*id);
  if (still == nullptr) return true;
  return still->dirty ? write_back(*id) : caching_.discard(*id, still->version);
}

/// Sends the page, and gives up this copy if it was taken. It is busy until nothing is left to wait
/// for: if another node sent it back before, this one would say that it has it.
bool Mover::send(PageId id, gmsnet::Operation operation, Node to) {
  member_.cpu().spend(member_.params.putpage, kPutting);
  GlobalPage& page = *caching_.pages().find(id);
  ++page.busy;
  const Version version = page.version;
  gmsnet::Message message = member_.net.gmsnet_makebuf(operation);
  PageMessage{.id = id,
              .version = version,
              .dirty = page.dirty,
              .sticky = page.sticky,
              .home = page.home,
              .age = member_.cpu().now() - page.last_use}
      .push(message.arguments);
  message.payload = page.frame;
  message.payload_length = member_.frame_size();
  gmsnet::Reply reply = member_.net.gmsnet_call(message, to);
  bool taken = reply.status == gmsnet::Status::kOk;
  if (taken && operation != kWriteBack && reply.arguments.pop() == kTellDirectory) {
    taken = directory_.update(id, {reply.source, version});
  }
  member_.owns(page.frame);
  --page.busy;
  return taken && caching_.discard(id, version, operation == kWriteBack);
}

bool Mover::move(PageId id, gmsnet::Operation operation, Node to) {
  if (!send(id, operation, to)) return false;
  ++counters_.moved;
  return true;
}

/// No node can read a page whose home is dead. A home that does not answer, or that is no member,
/// need not be dead: this may be the only copy of its page.
bool Mover::write_back(PageId id) {
  const GlobalPage page = *caching_.pages().find(id);
  if (page.home == member_.node()) {
    const host::Physical frame = caching_.take(id, page.version);
    if (frame != 0) write_home(id, page.version, frame);
    return frame != 0;
  }
  if (send(id, kWriteBack, page.home)) {
    ++counters_.written_back;
    return true;
  }
  if (!member_.is_dead(page.home)) return false;
  ++counters_.orphaned;
  return caching_.discard(id, page.version);
}

/// Back from network memory, since nobody has room for it. It may have been changed or written to
/// disk meanwhile.
void Mover::accept_write_back(gmsnet::Request& request) {
  const PageMessage page = PageMessage::pop(request.arguments);
  member_.cpu().spend(member_.params.global, kGlobal);
  const PageState& state = member_.files.page(page.id);
  gmsnet::Message answer = member_.net.gmsnet_makebuf(kWriteBack);
  if (state.latest == page.version && state.on_disk != page.version) {
    const bool whole = request.payload_length == member_.frame_size();
    const host::Physical frame = whole ? member_.net.gmsnet_take_payload(request) : 0;
    if (frame == 0) {
      answer.status = gmsnet::Status::kRefused;
    } else {
      write_home(page.id, page.version, frame);
    }
  }
  member_.net.gmsnet_reply(request, answer);
}

void Mover::write_home(PageId id, Version version, host::Physical frame) {
  member_.files.page(id).returning = version;
  member_.disk.start_write(member_.cpu(), disk_block(id), frame, [this, id, version, frame] {
    PageState& state = member_.files.page(id);
    state.on_disk = std::max(state.on_disk, version);
    member_.pool().free(frame);
  });
}

}  // namespace flybar::gms
