#include "models/gms/sites/directory_site.h"

#include "models/gms/labels.h"
#include "models/gms/sites/caching_site.h"

namespace flybar::gms {

DirectorySite::DirectorySite(Member& member, CachingSite& caching)
    : member_(member), caching_(caching) {
  gmsnet::Net& net = member.net;
  net.register_service(kGetpage, [this](gmsnet::Request& request) { getpage(request); });
  net.register_service(kUpdate, [this](gmsnet::Request& request) { update(request); });
  net.register_service(kRegister,
                       [this](gmsnet::Request& request) { accept_registration(request); });
  net.register_service(kRemove, [this](gmsnet::Request& request) {
    const PageMessage page = PageMessage::pop(request.arguments);
    remove(page.id, {page.site, page.version});
  });
}

const Location* DirectorySite::look_up(PageId id) {
  member_.cpu().spend(member_.params.directory, kDirectory);
  return directory_.find(id);
}

/// The caching site answers the first requester. One that has the page already is asked for it only
/// if the directory is out of date.
void DirectorySite::getpage(gmsnet::Request& request) {
  const PageMessage page = PageMessage::pop(request.arguments);
  const Location* location = look_up(page.id);
  const bool known = location != nullptr && location->version == page.version &&
                     location->site != request.reply_to.origin;
  if (!known) {
    gmsnet::Message absent = member_.net.gmsnet_makebuf(kGetpage);
    absent.status = gmsnet::Status::kAbsent;
    return member_.net.gmsnet_reply(request, absent);
  }
  if (location->site == member_.node()) return caching_.serve(request, page);
  const Node site = location->site;
  gmsnet::Message onward = member_.net.gmsnet_makebuf(kServe);
  page.push(onward.arguments);
  member_.net.gmsnet_delegate(request, onward, site);
}

/// A copy of an old version is still there because it was being moved, or nobody heard that it was
/// of no use: it is not to be moved again and again.
bool DirectorySite::update(PageId id, Location location) {
  member_.cpu().spend(member_.params.directory, kDirectory);
  if (member_.directory_site(id) != member_.node()) return false;
  const Location* before = directory_.find(id);
  const bool elsewhere = before != nullptr && before->site != location.site;
  const Location old = elsewhere ? *before : location;
  if (!directory_.update(id, location)) {
    drop_at(location.site, id, before->version);
    return false;
  }
  if (elsewhere) drop_at(old.site, id, location.version);
  return true;
}

void DirectorySite::tell(PageId id, Location location) {
  const Node site = member_.directory_site(id);
  if (site == member_.node()) {
    update(id, location);
    return;
  }
  gmsnet::Message message = member_.net.gmsnet_makebuf(kUpdate);
  PageMessage{.id = id, .version = location.version, .site = location.site}.push(message.arguments);
  member_.net.gmsnet_sendto(message, site);
}

bool DirectorySite::can_update_in_interrupt(PageId id) const {
  const Location* before = directory_.find(id);
  return before == nullptr || before->site != member_.node();
}

void DirectorySite::update(gmsnet::Request& request) {
  const PageMessage page = PageMessage::pop(request.arguments);
  gmsnet::Message answer = member_.net.gmsnet_makebuf(kUpdate);
  answer.arguments.push(kDirectoryKnows);
  const bool done = update(page.id, {page.site, page.version});
  if (!done) answer.status = gmsnet::Status::kRefused;
  member_.net.gmsnet_reply(request, answer);
}

void DirectorySite::drop_at(Node site, PageId id, Version version) {
  if (site == member_.node()) return caching_.drop(id, version);
  gmsnet::Message message = member_.net.gmsnet_makebuf(kDrop);
  PageMessage{.id = id, .version = version}.push(message.arguments);
  member_.net.gmsnet_sendto(message, site);
}

void DirectorySite::remove(PageId id, Location location) {
  member_.cpu().spend(member_.params.directory, kDirectory);
  directory_.remove(id, location);
}

/// As many pages as fit: three words each. Refused if this node does not yet, or no more, keep the
/// entry of some.
void DirectorySite::accept_registration(gmsnet::Request& request) {
  gmsnet::Message answer = member_.net.gmsnet_makebuf(kRegister);
  for (std::uint32_t left = request.arguments.pop(); left > 0; --left) {
    PageId id;
    id.file = request.arguments.pop();
    id.page = request.arguments.pop();
    const Version version = request.arguments.pop();
    if (member_.directory_site(id) != member_.node()) answer.status = gmsnet::Status::kRefused;
    update(id, {request.source, version});
  }
  member_.net.gmsnet_reply(request, answer);
}

/// What is not this node's business any more, or was at a node that is gone.
void DirectorySite::epoch_changed() {
  directory_.retain([this](PageId id, const Location& location) {
    return member_.epoch.has(location.site) && member_.directory_site(id) == member_.node();
  });
}

}  // namespace flybar::gms
