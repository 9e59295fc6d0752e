#include "models/nfs/client/file.h"

#include <algorithm>

#include "models/nfs/labels.h"

namespace flybar::nfs {

using host::Physical;

namespace {

/// Blocks that are kept: more than the one that is read and all that are read ahead.
constexpr std::size_t kBuffers = 16;

}  // namespace

File::File(Client& client, Biods& biods, const Handle& handle, Bytes size, Bytes block)
    : client_(client),
      biods_(biods),
      handle_(handle),
      size_(static_cast<std::uint32_t>(size.count)),
      block_(static_cast<std::uint32_t>(block.count)) {
  for (std::size_t i = 0; i < kBuffers; ++i)
    free_.push_back(client.inet().cpu().memory().frames.allocate());
}

std::int64_t File::read(std::uint32_t offset, std::uint32_t length, Physical to) {
  std::uint32_t done = 0;
  while (done < length && offset + done < size_) {
    const std::uint32_t number = (offset + done) / block_, at = (offset + done) % block_;
    const std::uint32_t here = std::min({length - done, block_ - at, size_ - offset - done});
    const std::int64_t came = copy(number, at, here, to + done);
    if (came < 0) return done > 0 ? done : came;
    done += static_cast<std::uint32_t>(came);
    if (came < here) break;
  }
  return done;
}

std::int64_t File::copy(std::uint32_t number, std::uint32_t at, std::uint32_t length, Physical to) {
  if (number == next_) read_ahead(number);
  next_ = number + 1;
  const Block& block = get(number);
  if (block.result < 0) {
    const std::int64_t error = block.result;
    forget(number);
    return error;
  }
  const std::int64_t there = std::clamp<std::int64_t>(block.result - at, 0, length);
  if (there > 0) client_.inet().cpu().copy(to, block.frame + at, Bytes(there), kCopyUser);
  return there;
}

/// As in 4.4BSD before the block itself is asked for. No biod waits for work: a block for which
/// none is idle is not read ahead.
void File::read_ahead(std::uint32_t number) {
  for (std::int64_t i = 0; i < client_.params().read_ahead; ++i) {
    if (!exists(++number)) return;
    if (blocks_.contains(number)) continue;
    Block& block = make(number);
    if (biods_.hand_over([this, number, &block] { fetch(number, block); })) {
      ++counters_.ahead;
      continue;
    }
    ++counters_.no_biod;
    forget(number);
  }
}

File::Block& File::get(std::uint32_t number) {
  const auto found = blocks_.find(number);
  if (found == blocks_.end()) {
    Block& block = make(number);
    fetch(number, block);
    return block;
  }
  while (!found->second.there) client_.inet().wait(found->second.came);
  return found->second;
}

/// In the place of the oldest one that nobody fetches, if there is no other.
File::Block& File::make(std::uint32_t number) {
  if (free_.empty())
    forget(*std::find_if(order_.begin(), order_.end(),
                         [this](std::uint32_t one) { return blocks_.at(one).there; }));
  Block& block = blocks_[number];
  block.frame = free_.back();
  free_.pop_back();
  order_.push_back(number);
  return block;
}

void File::fetch(std::uint32_t number, Block& block) {
  const std::uint32_t offset = number * block_;
  block.result = client_.read(handle_, offset, std::min(block_, size_ - offset), block.frame);
  block.there = true;
  client_.inet().cpu().notify(block.came);
}

void File::forget(std::uint32_t number) {
  free_.push_back(blocks_.at(number).frame);
  blocks_.erase(number);
  std::erase(order_, number);
}

}  // namespace flybar::nfs
