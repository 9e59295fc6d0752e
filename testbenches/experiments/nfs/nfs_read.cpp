#include "testbenches/experiments/nfs/nfs_read.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "models/gms/gms_params.h"
#include "models/gms/labels.h"
#include "models/host/params.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"
#include "testbenches/experiments/stacks/inet/inet_checks.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kReader = 0, kFileServer = 1, kNfsNodes = 2;
constexpr Bytes kFilePage(8192);         ///< as the published measurements count
constexpr Bytes kSmallestFile(262'144);  ///< of which half is measured
constexpr std::int64_t kMostAround = 32;
/// Of the kernels' ports.
constexpr Bytes kNfsBuffer(64 * 1024);
constexpr Time kReadPatience = Time::ms(60'000);
/// Frames of the server that are not for the file: rings, data on their way.
constexpr std::int64_t kServerReserve = 256;

/// Bytes of a file that the server's memory holds.
Bytes room_of(const LayerParams& server) {
  const auto& host = server.get<host::HostParams>();
  const std::int64_t frames = host.memory.count / host.frame.count;
  return Bytes(std::max<std::int64_t>(0, frames - host.free_high - kServerReserve) *
               host.frame.count);
}

Time patience_of(const LayerParams& client) {
  return kReadPatience + client.get<nfs::NfsParams>().patience();
}

}  // namespace

/// NFS on both hosts, over a link of theirs.
struct NfsRead::Hosts {
  Hosts(Testbed& testbed, Transport transport, std::int64_t daemons)
      : link(make_link_layer(testbed, transport, BesideIp::kNothing)),
        inet(testbed, *link, {kNfsBuffer, sums_by_software(transport)}),
        server(inet.inet(kFileServer),
               testbed.context().system.node(kFileServer).get<nfs::NfsParams>()),
        client(inet.inet(kReader), testbed.context().system.node(kReader).get<nfs::NfsParams>(),
               kFileServer),
        biods(inet.inet(kReader).cpu(), daemons) {}

  std::unique_ptr<LinkLayer> link;
  InetHosts inet;
  nfs::Server server;
  nfs::Client client;
  nfs::Biods biods;
};

void NfsRead::describe(Parameters& options) {
  add_transport(options, transport_, kIpTransports, "as published");
  options.add("daemons", daemons_, {1, 32},
              {"biod processes of the client, which read ahead.", "as published: enough of them"});
  options.add(
      "read_size", read_size_, {Bytes(512), nfs::kMostData}, kPowersOfTwo,
      {"Bytes of a READ, and of a system call of the program.", "the most that NFS 2 allows"});
  options.add(
      "touch", touch_, {Bytes(1), nfs::kMostData},
      {"Bytes of each of these that the program uses; all of a shorter one.", "all, as file-read"});
  options.add(
      "file", file_, kFilePage, {kSmallestFile, Bytes(std::int64_t{1} << 30)},
      {"Size of the file; a plain number counts pages of 8 KB.", "enough for a steady state"});
  options.add("version", version_, {2, 2}, {"Version of NFS.", "the one that is modelled"});
}

std::int64_t NfsRead::around() const {
  return std::min(blocks() / 4, kMostAround);
}

void NfsRead::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const std::size_t before = faults.size();
  check_inet(transport_, kNfsNodes, kNfsBuffer, system, faults);
  if (faults.size() == before) check_frames(system, faults);
  if (faults.size() > before) return;
  const Bytes frame = system.node(kReader).get<host::HostParams>().frame;
  if (read_size_ > frame)
    faults.push_back({"read_size", quantity::print(read_size_),
                      "at most a page of the file, " + quantity::print(frame),
                      "lower it, or raise host.frame"});
  const Bytes room = room_of(system.node(kFileServer));
  if (file_ > room)
    faults.push_back({"file", quantity::print(file_),
                      "at most " + quantity::print(room) + ", which fit into the server's memory",
                      "use a smaller one, or raise server.host.memory"});
}

/// The file lies in the server's memory, as if it had been read before.
nfs::Handle NfsRead::place(nfs::Server& server, host::Memory& memory) const {
  std::vector<host::Physical> frames;
  const std::int64_t page = memory.frames.frame_size().count;
  for (std::int64_t at = 0; at < file_.count; at += page) {
    frames.push_back(memory.frames.allocate());
    const auto bytes = memory.edit(frames.back());
    const auto is = content_.at(0, static_cast<std::size_t>(at), bytes.size());
    std::copy(is.begin(), is.end(), bytes.begin());
  }
  return server.add(std::move(frames), file_);
}

/// A server's own instants are those of its READs.
void NfsRead::watch(nfs::Server& server, const host::Cpu& cpu) {
  server.watch(
      [this, &cpu, begun = false](const nfs::ReadCall& call, nfs::Server::Step step) mutable {
        if (!measures(call.offset / read_size_.count)) return;
        if (step == nfs::Server::Step::kBegun && !std::exchange(begun, true)) server_.begin(cpu);
        if (step == nfs::Server::Step::kAnswered) server_.end(cpu);
      });
}

void NfsRead::go_through(Testbed& testbed, nfs::File& file, host::Cpu& cpu) {
  for (std::int64_t block = 0; block < blocks(); ++block) {
    cpu.sync();
    if (block == around()) {
      begin_ = host::mark(cpu);
      client_.begin(cpu);
    }
    if (block == blocks() - around()) {
      end_ = host::mark(cpu);
      client_.end(cpu);
    }
    read_block(file, cpu, block);
    testbed.progress(block + 1, blocks());
  }
}

void NfsRead::read_block(nfs::File& file, host::Cpu& cpu, std::int64_t block) const {
  cpu.spend(system_call_, gms::kSystemCall);
  const auto size = static_cast<std::uint32_t>(read_size_.count);
  const std::int64_t came = file.read(static_cast<std::uint32_t>(block) * size, size, buffer_);
  if (came != read_size_.count)
    throw DeliveryError(
        "nfs-read",
        "block " + std::to_string(block) + " of the file: " +
            (came < 0 ? std::strerror(static_cast<int>(-came)) : std::to_string(came) + " bytes"),
        quantity::print(read_size_) + " while the server answers",
        "look at what was dropped, or raise nfs.retries");
  compare(block, cpu.memory().view(buffer_).first(size));
  cpu.spend(touch_time_, gms::kTouch);
}

void NfsRead::compare(std::int64_t block, std::span<const std::uint8_t> bytes) const {
  const auto at = static_cast<std::size_t>(block * read_size_.count);
  const auto wrong = content_.difference(0, at, bytes);
  if (!wrong) return;
  throw DeliveryError("nfs-read", "byte " + std::to_string(at + *wrong) + " of the file is wrong",
                      "the bytes that the server has", "report this, with the command");
}

Results NfsRead::run(const Context& context) {
  Testbed testbed(context,
                  {.nodes = kNfsNodes, .patience = patience_of(context.system.node(kReader))});
  Hosts hosts(testbed, transport_, daemons_);
  host::Cpu& reader = testbed.hardware().node(kReader).cpu;
  host::Cpu& server = testbed.hardware().node(kFileServer).cpu;
  const nfs::Handle handle = place(hosts.server, server.memory());
  watch(hosts.server, server);
  const auto& program = context.system.node(kReader).get<gms::GmsParams>();
  system_call_ = program.system_call;
  touch_time_ = program.touch_rate.byte_time() * std::min(touch_, read_size_).count;
  buffer_ = reader.memory().frames.allocate();
  nfs::File file(hosts.client, hosts.biods, handle, file_, read_size_);
  hosts.link->stack().run_on(kFileServer, [](cluster::Node&) {});
  hosts.link->stack().run_on(kReader, [&](cluster::Node&) { go_through(testbed, file, reader); });
  testbed.run();
  return results(hosts);
}

Results NfsRead::results(Hosts& hosts) const {
  const double elapsed = (end_.at - begin_.at).us();
  const host::CpuShares cpu = host::shares_between(begin_, end_);
  const auto reads = static_cast<double>(blocks() - 2 * around());
  const nfs::Client::Counters& calls = hosts.client.counters();
  const std::vector<std::uint64_t> done = hosts.biods.done();
  const auto used = std::count_if(done.begin(), done.end(), [](auto one) { return one > 0; });
  Results results;
  results.numbers = {{"bandwidth", reads * static_cast<double>(read_size_.count) / elapsed, "MB/s"},
                     {"cpu_system", cpu.system + cpu.interrupt, "%"},
                     {"cpu_total", cpu.busy(), "%"},
                     {"server_cpu", server_.percent(), "%"},
                     {"rate", reads / elapsed * 1e6, "/s"},
                     {"time_per_read", elapsed / reads, "us"},
                     {"daemons_used", static_cast<double>(used), ""},
                     {"calls", static_cast<double>(calls.calls), ""},
                     {"retransmissions", static_cast<double>(calls.repeated), ""}};
  results.tables.push_back(
      costs_table("CPU time of a READ", {{"client", &client_}, {"server", &server_}}, reads));
  hosts.link->stack().account(results);
  return results;
}

}  // namespace flybar::experiments
