/// The numbers that programs have for objects of the model. The kernel keeps them: each stands for
/// one end of a pair of sockets that nothing is sent through, so that dup(), fork(), exec() and the
/// end of a process do what they always do. When the last number of a pair has gone, the other end,
/// which is kept here, hangs up. An object may have several pairs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "models/process/linux/object.h"
#include "models/process/native/descriptor.h"
#include "models/process/native/turn.h"

namespace flybar::process {

class Placeholders {
 public:
  Placeholders();

  /// The thread, in a call, gets a number for the object, the lowest that is free; or a negative
  /// error.
  int give(const NativeThread& thread, std::shared_ptr<Object> object, bool close_on_exec);
  /// For who passes it on to a program: a descriptor of this process.
  Descriptor make(std::shared_ptr<Object> object);
  /// Null: the machine's; nothing: no descriptor.
  std::optional<std::shared_ptr<Object>> find(int pid, int number) const;
  /// Those of which the last number of all pairs has gone, in the order in which those were made.
  std::vector<std::shared_ptr<Object>> take_dropped();

 private:
  struct Held {
    std::shared_ptr<Object> object;
    Descriptor other_end;
    std::uint64_t inode;
  };
  Descriptor hung_up_;  ///< epoll: which of the other ends have
  std::uint64_t made_ = 0;
  std::map<std::uint64_t, Held> held_;             ///< by number of the pair
  std::map<std::uint64_t, std::uint64_t> number_;  ///< of the pair, by inode
  std::map<const Object*, unsigned> pairs_;        ///< how many it has
};

}  // namespace flybar::process
