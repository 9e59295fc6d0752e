#include "models/gms/gms_params.h"

#include "models/common/layer_params.h"
#include "models/common/quantity.h"
#include "models/gmsnet/gmsnet_params.h"

namespace flybar::gms {
namespace {

using enum Confidence;

void describe_costs(Parameters& table, GmsParams& p, const std::string& prefix) {
  const char* estimate = "some hundreds of instructions of the 21164, with cache misses";
  const auto cost = [&](const char* key, Time& field, const char* summary) {
    table.add(prefix + key, field, {Time(), Time::us(50)}, {summary, estimate, kGuess});
  };
  cost("system_call", p.system_call, "CPU time of read or write besides pages and copies");
  cost("map_call", p.map_call, "CPU time of mapping a part of a file");
  cost("lookup", p.lookup, "CPU time of a look into the page directory");
  cost("insert", p.insert, "CPU time of entering a frame into the page directory");
  cost("evict", p.evict, "CPU time of choosing and removing a page");
  cost("getpage", p.getpage, "CPU time of setting up a getpage");
  cost("putpage", p.putpage, "CPU time of setting up a putpage or movepage");
  cost("directory", p.directory, "CPU time of one access to the global directory");
  cost("global", p.global, "CPU time of one access to the global cache");
  table.add(
      prefix + "epoch_cost", p.epoch_cost, {Time(), Time::ms(10)},
      {"CPU time of summing up a node's pages, or of taking up a new epoch", estimate, kGuess});
  table.add(prefix + "touch_rate", p.touch_rate, {Rate::mb_per_s(10), Rate::mb_per_s(8000)},
            {"a program uses bytes that are in its CPU's cache", "no source", kGuess});
}

void describe_sizes(Parameters& table, GmsParams& p, const std::string& prefix) {
  const char* choice = "choice";
  table.add(prefix + "local_cache", p.local_cache, {Bytes(8 << 10), Bytes(1 << 30)},
            {"most memory that a node's own files may fill; in a memory that is too small for this "
             "and network_memory, the older pages give way",
             choice});
  table.add(
      prefix + "network_memory", p.network_memory, {Bytes(), Bytes(1 << 30)},
      {"most memory of a node that other nodes' pages may fill; in a memory that is too small "
       "for this and local_cache, the older pages give way",
       choice});
  table.add(prefix + "outstanding", p.outstanding, {1, 63},
            {"getpage calls of a node at once", "the rings of the NIC have 32 entries"});
  table.add(prefix + "puts", p.puts, {1, 31},
            {"putpage calls of a node at once", "the rings of the NIC have 32 entries"});
  table.add(prefix + "dirty_pages", p.dirty_pages, {1, 100'000},
            {"changed pages with which a program waits for some to be put away", choice});
}

void describe_times(Parameters& table, GmsParams& p, const std::string& prefix) {
  const char* choice = "choice";
  const auto time = [&](const char* key, Time& field, const char* summary) {
    table.add(prefix + key, field, {Time::us(100), Time::ms(600'000)}, {summary, choice});
  };
  time("getpage_timeout", p.getpage_timeout, "until a page that does not come is read from disk");
  time("retry", p.retry, "between tries to find a page that is on no disk");
  time("give_up", p.give_up,
       "until a page that is on no disk and is not found is lost, and a node of which a majority "
       "hears nothing is dead");
  time("epoch", p.epoch, "longest epoch of global replacement");
  table.add(prefix + "epoch_evictions", p.epoch_evictions, {1, 1'000'000},
            {"pages put away by one node that end an epoch", choice});
  table.add(prefix + "death_after", p.death_after, {1, 10},
            {"calls without an answer by which a node is left out of an epoch", choice});
}

/// A page must be asked for some times before it is given up.
void check_patience(Parameters& table, const GmsParams& p, const std::string& prefix) {
  table.add_check([&p, prefix](std::vector<Fault>& faults) {
    constexpr std::int64_t kTries = 4;
    const Time least = kTries * p.longest_try();
    if (p.give_up >= least) return;
    faults.push_back({prefix + "give_up", quantity::print(p.give_up),
                      "at least " + quantity::print(least) + ", four times " + prefix +
                          "retry and two " + prefix + "getpage_timeout",
                      "raise it, or lower these"});
  });
}

/// One nonblocking call too many ends the oldest, and the page that it was for comes from disk.
void check_calls(const GmsParams& p, const gmsnet::GmsnetParams& net, std::vector<Fault>& faults) {
  const std::int64_t calls = net.nonblocking_calls;
  if (p.outstanding + p.puts <= calls) return;
  faults.push_back({"gms.outstanding",
                    std::to_string(p.outstanding) + ", with gms.puts of " + std::to_string(p.puts),
                    "a sum of at most gmsnet.nonblocking_calls, " + std::to_string(calls),
                    "lower one of the two, or raise gmsnet.nonblocking_calls"});
}

}  // namespace

void describe(Parameters& parameters, GmsParams& params, const std::string& prefix) {
  describe_costs(parameters, params, prefix);
  describe_sizes(parameters, params, prefix);
  describe_times(parameters, params, prefix);
  check_patience(parameters, params, prefix);
}

void add_layer(LayerParams& node) {
  node.add<GmsParams>({}, [](Parameters& table, GmsParams& own, const LayerParams& below, auto&) {
    describe(table, own, "gms.");
    table.add_check([&own, &below](std::vector<Fault>& faults) {
      check_calls(own, below.get<gmsnet::GmsnetParams>(), faults);
    });
  });
}

}  // namespace flybar::gms
