/// What a descriptor of a program stands for, if the model answers for it: sockets, pipes, clocks
/// that can be waited for. Results below 0 are negative errors of errno.h.
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/host/cpu/cpu.h"
#include "models/process/linux/pages.h"
#include "models/process/native/descriptor.h"

namespace flybar::process {

/// Descriptors of this process that stand for those of a program, on their way to another one.
using Rights = std::vector<std::shared_ptr<Descriptor>>;

/// How data are to be moved.
struct How {
  Time timeout = Time::never();  ///< zero: does not wait
  bool peek = false;
  sockaddr_in* from = nullptr;      ///< gets the sender's address
  const sockaddr_in* to = nullptr;  ///< the receiver's, unless connected
  Rights* rights = nullptr;         ///< sent with the first byte; or gets those that come with one
  Pages* pages = nullptr;           ///< that the bytes are in, from `address` on; null: in none
  std::uint64_t address = 0;
};

class Object {
 public:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  /// As bits of poll.h.
  virtual int ready() const = 0;
  /// Some bytes, at least one unless it is the end.
  virtual std::int64_t receive(std::span<std::byte>, const How&) { return -EINVAL; }
  /// Some of the bytes.
  virtual std::int64_t send(std::span<const std::byte>, const How&) { return -EINVAL; }
  /// The last descriptor for it has been closed.
  virtual void close() {}
  /// After close(), by the thread that closed it: what it is to wait for.
  virtual void linger() {}
  /// It takes How::rights.
  virtual bool carries_rights() const { return false; }
  /// Bytes that a receive() would give; -ENOTTY if that is no question.
  virtual int waiting() const { return -ENOTTY; }

  /// The signal is notified of every change from now on.
  virtual void watch(host::Signal& signal) = 0;
  virtual void unwatch(host::Signal& signal) = 0;
  /// How often it has changed: what edges are counted by.
  virtual std::uint64_t changes() const = 0;

  bool nonblocking = false;
};

/// One whose changes are made by calls of programs of the same host.
class LocalObject : public Object {
 public:
  explicit LocalObject(host::Cpu& cpu) : cpu_(cpu) {}

  void watch(host::Signal& signal) override { watching_.push_back(&signal); }
  void unwatch(host::Signal& signal) override { std::erase(watching_, &signal); }
  std::uint64_t changes() const override { return changes_; }

 protected:
  /// Whoever waits looks again.
  void changed() {
    ++changes_;
    const std::vector<host::Signal*> watching = watching_;
    for (host::Signal* const signal : watching) cpu_.notify_all(*signal);
  }
  /// Waits for a change; false after `until`.
  bool wait(Time until) {
    const Time left = left_until(cpu_, until);
    if (left <= Time()) return false;
    host::Signal signal("a descriptor of its host");
    watch(signal);
    const bool told = cpu_.wait_for(signal, left);
    unwatch(signal);
    return told;
  }
  host::Cpu& cpu() { return cpu_; }

 private:
  host::Cpu& cpu_;
  std::vector<host::Signal*> watching_;
  std::uint64_t changes_ = 0;
};

/// A socket of the Internet protocols.
class SocketObject : public Object {
 public:
  virtual bool stream() const = 0;
  virtual int bind(const sockaddr_in& address) = 0;
  virtual int listen(int backlog) = 0;
  virtual int accept(std::shared_ptr<SocketObject>& accepted, Time timeout) = 0;
  /// Zero as timeout: -EINPROGRESS, and the outcome is told by ready() and SO_ERROR.
  virtual int connect(const sockaddr_in& address, Time timeout) = 0;
  virtual int disconnect() = 0;
  virtual int shut_down(bool receiving, bool sending) = 0;
  virtual sockaddr_in name() const = 0;
  /// -ENOTCONN, or 0.
  virtual int peer(sockaddr_in& address) const = 0;
  virtual int set_option(int level, int option, std::span<const std::byte> value) = 0;
  /// How much of `value` it has filled, or an error.
  virtual int option(int level, int option, std::span<std::byte> value) = 0;
  /// What SO_RCVTIMEO and SO_SNDTIMEO say.
  Time receive_timeout = Time::never(), send_timeout = Time::never();
};

/// How long a call waits: not at all if the object or the flags of the call say so, else as long as
/// this option of a socket says.
inline Time timeout_of(const Object& object, Time SocketObject::*option, int flags = 0) {
  if (object.nonblocking || (flags & MSG_DONTWAIT) != 0) return Time();
  const auto* const socket = dynamic_cast<const SocketObject*>(&object);
  return socket != nullptr ? socket->*option : Time::never();
}

/// Makes the sockets of one host.
class Sockets {
 public:
  virtual ~Sockets() = default;
  virtual std::shared_ptr<SocketObject> make(bool stream) = 0;
  /// For the program of this name.
  virtual std::unique_ptr<Pages> make_pages(const std::string& program) = 0;
};

}  // namespace flybar::process
