/// An NFS server: nfsd processes of the kernel that answer READs out of the host's memory.
///
/// A READ that comes again is answered again: it changes nothing. There are neither names nor
/// mounts: who has a handle may read.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "models/inet/kernel/kernel_port.h"
#include "models/nfs/nfs_params.h"
#include "models/nfs/wire/messages.h"

namespace flybar::nfs {

class Server final : private inet::KernelPort::User {
 public:
  struct Counters {
    /// Datagrams, by what they were; all but those of CallKind::kNoCall are answered.
    std::array<std::uint64_t, kCallKinds> calls{};
    std::uint64_t of(CallKind kind) const { return calls[static_cast<std::size_t>(kind)]; }
    std::uint64_t stale = 0;     ///< READs whose handle is that of no file
    std::uint64_t no_frame = 0;  ///< not answered: the pool had no frame for the data
    std::uint64_t unsent = 0;    ///< likewise: no room in the interface queue
  };

  /// Before the simulation starts.
  Server(inet::Inet& inet, const NfsParams& params);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Before the simulation starts, too. The file lies in these frames of the host, one after the
  /// other, from now on. Precondition: they are as many as it needs.
  Handle add(std::vector<host::Physical> frames, Bytes size);
  /// Called by an nfsd when it begins and when it has answered a READ.
  enum class Step : std::uint8_t { kBegun, kAnswered };
  void watch(std::function<void(const ReadCall&, Step)> watcher) { watcher_ = std::move(watcher); }

  const Counters& counters() const { return counters_; }
  const inet::KernelPort& port() const { return port_; }
  /// READs that each nfsd has answered.
  const std::vector<std::uint64_t>& answered() const { return answered_; }
  /// Frames with data on their way.
  std::size_t leaving() const { return leaving_.size(); }

 private:
  struct File {
    Attributes attributes;
    std::vector<host::Physical> frames;
  };
  /// A frame that data were copied to, until they have left.
  struct Cluster {
    Server* server;
    host::Physical frame;
    std::list<Cluster>::iterator place;
  };
  using Came = inet::KernelPort::Came;

  void arrived(const Came& datagram) override;
  void run(std::size_t number);
  void serve(const Came& datagram, std::size_t number);
  void read(const ReadCall& call, inet::KernelPort::Peer from);
  void send_data(const ReadCall& call, const File& file, inet::KernelPort::Peer to);
  void copy(const File& file, std::uint32_t offset, std::size_t length, host::Physical to);
  void answer(const Message& message, inet::KernelPort::Peer to);
  static void left(void* cluster);

  inet::Inet& inet_;
  const NfsParams params_;
  inet::KernelPort port_;
  std::map<Handle, File> files_;
  std::deque<Came> calls_;
  host::Signal called_{"a call of NFS"};
  std::list<Cluster> leaving_;
  std::vector<std::uint64_t> answered_;
  std::function<void(const ReadCall&, Step)> watcher_ = [](const ReadCall&, Step) {};
  Counters counters_;
};

}  // namespace flybar::nfs
