#include "models/gms/service.h"

#include "models/gms/file/touching.h"
#include "models/gms/page/content.h"

namespace flybar::gms {

Service::Service(const Parts& parts, const GmsParams& params, const Epoch& first)
    : member_{parts.name,  parts.net,      parts.disk, params,
              parts.files, parts.observer, first,      Draw(parts.net.node())},
      caching_(member_),
      directory_(member_, caching_),
      pager_(member_, directory_, caching_),
      mover_(member_, directory_, caching_, pager_.local()),
      epochs_({member_, directory_, caching_, pager_.putter()}),
      space_(parts.name + " programs", parts.net.cpu()) {
  caching_.set_directory(directory_);
  caching_.set_local(pager_.local());
  pager_.local().unmap = [this](PageId id) { hide(*this, id); };
  pager_.local().was_touched = [this](PageId id) { return gms::was_touched(*this, id); };
  member_.disk.set_contents([](host::Block block, std::span<std::uint8_t> bytes) {
    fill(bytes, {static_cast<File>(block >> 32), static_cast<std::uint32_t>(block)}, 1);
  });
}

void Service::report_read(PageId id, const LocalPage& page) {
  member_.observer.on_read(id, page.version, pager_.view(page));
}

void Service::report_write(PageId id, const LocalPage& page) {
  member_.observer.on_written(id, page.version, pager_.view(page));
}

Time Service::touch_time(Bytes bytes) const {
  return member_.params.touch_rate.byte_time() * bytes.count;
}

void Service::start() {
  member_.up = true;
  member_.cpu().notify(member_.epoch_work);
}

void Service::die() {
  member_.dead = true;
  member_.net.halt();
  member_.observer.on_death(member_.node());
}

}  // namespace flybar::gms
