// The memory service over datagrams: pages move between nodes without a card that knows of them.
#include "testbenches/tests/gms/programs.h"
#include "testbenches/tests/gmsnet/datagram_kernels.h"

namespace flybar::gms {
namespace {

/// Node 0 has files and a program, the others memory.
class DatagramGms {
 public:
  explicit DatagramGms(std::size_t nodes, const Settings& more = {})
      : system_(make_system(with(more))),
        context_{system_->params, nobody_, Stepping::kFast, {}, false, {}, {}},
        testbed_(context_,
                 {.plans = {myrinet::planned(small_network(nodes))}, .patience = Time::ms(20'000)}),
        stack_(testbed_, {.notify = trapeze::Notify::kInterrupt}),
        kernels_(stack_) {
    Epoch first;
    for (std::size_t n = 0; n < nodes; ++n) {
      first.members.push_back(static_cast<Node>(n));
      first.weights.push_back(n == 0 ? 0 : 1);
    }
    for (std::size_t n = 0; n < nodes; ++n) {
      cluster::Node& node = testbed_.hardware().node(n);
      services_.emplace_back(
          Service::Parts{node.name(), kernels_.gmsnet(n), node.disk, files_, ledger_},
          context_.system.node(n).get<GmsParams>(), first);
    }
  }

  /// Until the program of node 0 has returned, and all that it left has ended.
  void run(const std::function<void(Service&)>& program) {
    for (std::size_t n = 0; n < services_.size(); ++n)
      stack_.run_on(n, [&, n](experiments::TrapezeStack::Host&) {
        services_[n].start();
        if (n > 0) return;
        program(services_[0]);
        services_[0].member().cpu().sleep(Time::ms(450));
        kernels_.expect_clean(0);
      });
    testbed_.run();
  }
  Files& files() { return files_; }
  const Ledger& ledger() const { return ledger_; }
  const FetchCounters& fetched() { return services_[0].pager().fetcher().counters(); }
  const PutCounters& put() { return services_[0].pager().putter().counters(); }
  const gmsnet::DatagramCarrier::Counters& carried() { return kernels_.carrier(0).counters(); }

 private:
  static Settings with(const Settings& more) {
    Settings all = small_memories();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  Observer nobody_;
  std::unique_ptr<cluster::System> system_;
  const experiments::Context context_;
  experiments::Testbed testbed_;
  experiments::TrapezeStack stack_;
  gmsnet::DatagramKernels kernels_;
  Files files_;
  Ledger ledger_;
  std::deque<Service> services_;
};

/// Scratch pages go to network memory when the local cache needs their frames.
void write_and_read(DatagramGms& gms) {
  const File file = gms.files().add_empty(kScratch, 100, 0).id;
  gms.run([file](Service& service) {
    write_all(service, file);
    read_all(service, file);
  });
}

TEST(MemoryServiceOverDatagrams, APageComesFromTheMemoryOfAnotherNodeInAFrameOfItsOwn) {
  DatagramGms gms(2);
  write_and_read(gms);

  EXPECT_EQ(gms.fetched().network, 100U);
  EXPECT_EQ(gms.put().disk, 0U);
  EXPECT_EQ(gms.carried().exchanged, 100U);
  EXPECT_EQ(gms.carried().copied, 0U);
  EXPECT_GE(gms.ledger().reads(), 100U);
}

TEST(MemoryServiceOverDatagrams, InFragmentsItIsCopied) {
  DatagramGms gms(2, {{"ip.mtu", "576 B"}});
  write_and_read(gms);

  EXPECT_EQ(gms.fetched().network, 100U);
  EXPECT_EQ(gms.carried().copied, 100U);
}

TEST(MemoryServiceOverDatagrams, TheDirectoryOfAThirdNodePassesTheRequestOn) {
  DatagramGms gms(3);
  write_and_read(gms);

  EXPECT_EQ(gms.fetched().network, 100U);
  EXPECT_EQ(gms.fetched().failed, 0U);
}

/// What only network memory has is asked for again.
TEST(MemoryServiceOverDatagrams, NoPageIsLostThoughDatagramsAre) {
  DatagramGms gms(
      3,
      {{"ip.lost", "0.02"}, {"ip.damaged", "0.01"}, {"ip.doubled", "0.02"}, {"ip.late", "0.02"}});
  write_and_read(gms);

  EXPECT_GE(gms.ledger().reads(), 100U);
  EXPECT_GT(gms.fetched().failed, 0U);
}

}  // namespace
}  // namespace flybar::gms
