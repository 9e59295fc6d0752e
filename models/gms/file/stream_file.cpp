#include "models/gms/file/stream_file.h"

#include "models/gms/file/user_copy.h"
#include "models/gms/labels.h"

namespace flybar::gms {

StreamFile::StreamFile(Service& service, File file, std::int64_t read_ahead)
    : service_(service),
      file_(file),
      sequence_(read_ahead),
      buffer_(service.member().memory().frames.allocate()) {}

void StreamFile::enter() {
  service_.member().cpu().spend(service_.member().params.system_call, kSystemCall);
}

/// What has just been copied is in the CPU's cache.
bool StreamFile::read(std::uint32_t page, Bytes offset, Bytes bytes) {
  enter();
  PageRange ahead = sequence_.read(page, service_.file(file_).size());
  const LocalPage* found = service_.pager().get(id(page), ahead);
  sequence_.give_back(ahead);
  if (found == nullptr) return false;
  copy_out(service_, id(page), *found, offset, bytes, buffer_);
  service_.pager().release(id(page));
  service_.member().cpu().spend(service_.touch_time(bytes), kTouch);
  return true;
}

bool StreamFile::write(std::uint32_t page, Bytes offset, Bytes bytes) {
  service_.member().cpu().spend(service_.touch_time(bytes), kTouch);
  enter();
  if (written_ != page) finish_page();
  PageRange ahead = sequence_.read(page, service_.file(file_).size());
  const LocalPage* found = service_.pager().get_to_write(id(page), {offset, offset + bytes}, ahead);
  sequence_.give_back(ahead);
  if (found == nullptr) return false;
  written_ = page;
  copy_in(service_, id(page), *found, offset, bytes, buffer_);
  service_.pager().release(id(page));
  service_.pager().throttle();
  return true;
}

void StreamFile::finish_page() {
  if (written_) service_.pager().changed(id(*written_));
  written_.reset();
}

void StreamFile::close() {
  enter();
  finish_page();
  service_.pager().flush();
}

}  // namespace flybar::gms
