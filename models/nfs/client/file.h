/// A file of a server as a program reads it: through the buffer cache, with a block or more read
/// ahead while the reads are in sequence.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "models/nfs/client/biods.h"
#include "models/nfs/client/client.h"

namespace flybar::nfs {

class File {
 public:
  /// Before the simulation starts, or by a process. Blocks are what one READ asks for, at most a
  /// frame. Frames for the buffers are the host's.
  File(Client& client, Biods& biods, const Handle& handle, Bytes size, Bytes block);
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  /// By one process: `length` bytes at `offset`, or those up to the end of the file, to a buffer of
  /// its own, one frame at most. How many, or a negative error of errno.h: see Client::read().
  std::int64_t read(std::uint32_t offset, std::uint32_t length, host::Physical to);

  /// Blocks that biods have asked for, and those that they could not, since all were at work.
  struct Counters {
    std::uint64_t ahead = 0;
    std::uint64_t no_biod = 0;
  };
  const Counters& counters() const { return counters_; }

 private:
  struct Block {
    host::Physical frame = 0;
    bool there = false;       ///< or an error in its place
    std::int64_t result = 0;  ///< bytes, or that
    host::Signal came{"a block of NFS"};
  };
  void read_ahead(std::uint32_t number);
  Block& get(std::uint32_t number);
  Block& make(std::uint32_t number);
  void fetch(std::uint32_t number, Block& block);
  std::int64_t copy(std::uint32_t number, std::uint32_t at, std::uint32_t length,
                    host::Physical to);
  void forget(std::uint32_t number);
  bool exists(std::uint32_t number) const { return std::uint64_t{number} * block_ < size_; }

  Client& client_;
  Biods& biods_;
  const Handle handle_;
  const std::uint32_t size_, block_;
  std::uint32_t next_ = 0;  ///< the block that a read in sequence begins with
  std::map<std::uint32_t, Block> blocks_;
  std::deque<std::uint32_t> order_;  ///< of them, as they were made
  std::vector<host::Physical> free_;
  Counters counters_;
};

}  // namespace flybar::nfs
