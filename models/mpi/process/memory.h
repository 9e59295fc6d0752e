/// Memory of the process for its program and for the library: what is given back is used again.
#pragma once

#include <cstddef>
#include <map>

#include "models/mpi/process/channel.h"

namespace flybar::mpi {

class Memory {
 public:
  explicit Memory(Channel& channel) : channel_(channel) {}

  /// Null if the process has no more.
  std::byte* allocate(std::size_t bytes);
  /// False if it was not allocated here.
  bool free(void* address);

 private:
  Channel& channel_;
  std::map<void*, std::size_t> used_;            ///< only looked up, never walked
  std::multimap<std::size_t, std::byte*> free_;  ///< by size, then by age
};

/// Released with its block.
class Scratch {
 public:
  Scratch(Memory& memory, std::size_t bytes);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { memory_.free(data_); }
  std::byte* data() const { return data_; }

 private:
  Memory& memory_;
  std::byte* const data_;
};

}  // namespace flybar::mpi
