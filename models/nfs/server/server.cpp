#include "models/nfs/server/server.h"

#include <algorithm>
#include <utility>

#include "models/host/memory/words.h"
#include "models/inet/labels.h"
#include "models/nfs/labels.h"

namespace flybar::nfs {

using host::Physical;

namespace {

Handle handle_of(std::uint32_t file) {
  Handle handle{};
  host::put_word(handle, file);
  return handle;
}

}  // namespace

Server::Server(inet::Inet& inet, const NfsParams& params)
    : inet_(inet),
      params_(params),
      port_(inet, kServerPort, *this),
      answered_(static_cast<std::size_t>(params.threads)) {
  for (std::size_t n = 0; n < answered_.size(); ++n)
    inet.cpu().add_process(
        "nfsd " + std::to_string(n), [this, n](host::Cpu&) { run(n); }, host::Role::kServer);
}

Handle Server::add(std::vector<Physical> frames, Bytes size) {
  const auto id = static_cast<std::uint32_t>(files_.size() + 1);
  const Handle handle = handle_of(id);
  files_[handle] = {{static_cast<std::uint32_t>(size.count), id}, std::move(frames)};
  return handle;
}

/// In the software interrupt.
void Server::arrived(const Came& datagram) {
  calls_.push_back(datagram);
  inet_.cpu().spend(inet_.params().socket.wake, inet::kSocketWake);
  inet_.cpu().notify(called_);
}

void Server::run(std::size_t number) {
  while (true) {
    while (calls_.empty()) inet_.wait(called_);
    const Came datagram = calls_.front();
    calls_.pop_front();
    serve(datagram, number);
  }
}

void Server::serve(const Came& datagram, std::size_t number) {
  Message bytes(inet::KernelPort::length(datagram));
  inet::KernelPort::read(datagram, 0, bytes);
  const inet::KernelPort::Peer from{datagram.node, datagram.port};
  port_.release(datagram);
  inet_.cpu().spend(params_.xdr, kXdr);
  const Call call = decode_call(bytes);
  ++counters_.calls[static_cast<std::size_t>(call.kind)];
  if (call.kind == CallKind::kRead) {
    watcher_(call.read, Step::kBegun);
    read(call.read, from);
    ++answered_[number];
    watcher_(call.read, Step::kAnswered);
  } else if (call.kind != CallKind::kNoCall) {
    answer(encode_answer(call), from);
  }
}

void Server::read(const ReadCall& call, inet::KernelPort::Peer from) {
  inet_.cpu().spend(params_.server_call, kServerCall);
  const auto file = files_.find(call.file);
  if (file != files_.end()) return send_data(call, file->second, from);
  ++counters_.stale;
  answer(encode_error(call.xid, FileStatus::kStale), from);
}

/// As much of what was asked for as the file has, and as one frame holds.
void Server::send_data(const ReadCall& call, const File& file, inet::KernelPort::Peer to) {
  const std::uint32_t behind = file.attributes.size - std::min(file.attributes.size, call.offset);
  const std::size_t length =
      std::min({std::size_t{call.count}, static_cast<std::size_t>(kMostData.count),
                std::size_t{behind}, inet_.page()});
  if (length == 0) return answer(encode_data(call.xid, file.attributes, {}), to);
  const auto frame = inet_.pool().try_allocate();
  if (!frame) return static_cast<void>(++counters_.no_frame);
  copy(file, call.offset, length, *frame);
  const auto data = inet_.cpu().memory().edit(*frame).first(padded(length));
  std::fill(data.begin() + static_cast<std::ptrdiff_t>(length), data.end(), std::uint8_t{0});
  inet_.cpu().spend(params_.xdr, kXdr);
  const Message message = encode_data(call.xid, file.attributes, data.first(length));
  Cluster& cluster = leaving_.emplace_back(Cluster{this, *frame, {}});
  cluster.place = std::prev(leaving_.end());
  const auto head = std::span(message).first(message.size() - data.size());
  if (port_.send(to, head,
                 {.at = *frame,
                  .length = Bytes(static_cast<std::int64_t>(data.size())),
                  .left = &Server::left,
                  .arg = &cluster}))
    return;
  ++counters_.unsent;
  left(&cluster);
}

/// From the frames of the file, which are its host's memory; none of them is changed ever.
void Server::copy(const File& file, std::uint32_t offset, std::size_t length, Physical to) {
  const std::size_t page = inet_.page();
  for (std::size_t done = 0; done < length;) {
    const std::size_t at = offset + done;
    const std::size_t here = std::min(length - done, page - at % page);
    inet_.cpu().copy(to + static_cast<Physical>(done),
                     file.frames[at / page] + static_cast<Physical>(at % page),
                     Bytes(static_cast<std::int64_t>(here)), kCopyClusters);
    done += here;
  }
}

void Server::answer(const Message& message, inet::KernelPort::Peer to) {
  inet_.cpu().spend(params_.xdr, kXdr);
  if (!port_.send(to, message, {})) ++counters_.unsent;
}

void Server::left(void* cluster) {
  const Cluster done = *static_cast<Cluster*>(cluster);
  done.server->leaving_.erase(done.place);
  done.server->inet_.pool().free(done.frame);
}

}  // namespace flybar::nfs
