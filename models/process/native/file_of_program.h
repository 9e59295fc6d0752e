/// A file that a program has open, opened here.
#pragma once

#include "models/process/native/call.h"
#include "models/process/native/descriptor.h"
#include "models/process/native/turn.h"

namespace flybar::process {

/// Where the machine refuses copies of descriptors (pidfd_getfd), as Docker's own profile does, the
/// file is opened anew: then it has a place of its own.
class FileOfProgram {
 public:
  FileOfProgram(const NativeThread& thread, int number);

  /// None: the program has no such descriptor, or what it has cannot be opened anew.
  explicit operator bool() const { return static_cast<bool>(own_); }
  int number() const { return own_.number(); }
  Descriptor release() { return std::move(own_); }
  /// Where the program reads or writes next; -1: it has no place.
  std::int64_t place() const;
  /// To be called while the thread is stopped in a call. An opened one takes the place of the
  /// program's descriptor, and no longer shares its place with copies of that.
  void set_place(std::int64_t place);

 private:
  const NativeThread& thread_;
  const int theirs_;
  bool copied_;
  Descriptor own_;
};

}  // namespace flybar::process
