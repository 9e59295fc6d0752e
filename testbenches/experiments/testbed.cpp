#include "testbenches/experiments/testbed.h"

#include <filesystem>

#include "models/lanai/image/image_error.h"
#include "models/trapeze/packet_name.h"
#include "testbenches/experiments/beside.h"

namespace flybar::experiments {

namespace {

std::vector<std::filesystem::path> firmware_files(const Context& context) {
  if (context.firmware.empty()) return {firmware_path("trapeze.elf")};
  return {context.firmware.begin(), context.firmware.end()};
}

myrinet::Topology topology(const Context& context, const Testbed::Setup& setup) {
  if (setup.topology) return *setup.topology;
  return myrinet::fewest_switches(setup.nodes,
                                  static_cast<std::size_t>(context.system.network.switches.ports));
}

std::uint32_t find_endpoint(const lanai::Image& image) {
  const auto symbol = image.find("tpz_endpoint");
  if (!symbol)
    throw ConfigurationError(
        {Fault{"firmware", "it has no symbol tpz_endpoint",
               "an image that serves a Trapeze endpoint", "define one, as firmware/trapeze does"}});
  return symbol->address;
}

}  // namespace

void prepare(lanai::Chip& chip, const Context& context, const lanai::Image& image) {
  const bool fast = context.stepping == Stepping::kFast;
  chip.set_stepping(fast ? lanai::Stepping::kFast : lanai::Stepping::kEveryClock);
  chip.set_image(&image);
  chip.observe_instructions(context.instructions);
  if (context.signals_to > context.signals_from)
    chip.observe_signals(context.signals_from, context.signals_to);
}

std::string firmware_path(const std::string& name) {
  return beside_program(std::filesystem::path("firmware") / name).string();
}

Testbed::Testbed(const Context& context, const Setup& setup)
    : byte_time_(context.system.network.byte_time()),
      firmware_(link_firmware(context)),
      hardware_("system", context.system, topology(context, setup), context.observer) {
  for (std::size_t n = 0; n < hardware_.nodes(); ++n) {
    cluster::Node& node = hardware_.node(n);
    const cluster::NodeParams& params = context.system.node(static_cast<int>(n));
    prepare(node.chip, context, firmware(n).image);
    node.chip.name_packets(&trapeze::packet_name);
    endpoints_.emplace_back(std::string(node.name()), node.cpu, params.library,
                            endpoint_config(n, params, setup), context.observer);
  }
  if (setup.patience != Time::never())
    watchdog_.emplace("watchdog", setup.patience, [this] { return hardware_.who_waits(); });
}

/// The stack of the firmware lies at the end of the SRAM, so boards of different size do not share
/// an image.
std::map<Bytes, Testbed::Firmware> Testbed::link_firmware(const Context& context) {
  std::map<Bytes, Firmware> firmware;
  for (const cluster::NodeParams* role : {&context.system.client, &context.system.server}) {
    const Bytes sram = role->lanai.sram;
    if (firmware.contains(sram)) continue;
    lanai::Image image = lanai::load_image(firmware_files(context), sram);
    const std::uint32_t endpoint = find_endpoint(image);
    firmware.emplace(sram, Firmware{std::move(image), endpoint});
  }
  return firmware;
}

trapeze::EndpointConfig Testbed::endpoint_config(std::size_t node,
                                                 const cluster::NodeParams& params,
                                                 const Setup& setup) const {
  trapeze::EndpointConfig config;
  config.bar0 = cluster::Node::kBoardBase;
  config.sram = params.lanai.sram;
  config.node = static_cast<trapeze::Node>(node);
  config.mcp = params.mcp;
  config.notify = setup.notify;
  config.attach_frames = setup.attach_frames;
  for (std::size_t to = 0; to < hardware_.nodes(); ++to)
    if (to != node)
      config.routes.push_back(
          {static_cast<trapeze::Node>(to), hardware_.network().route(node, to)});
  return config;
}

Testbed::Host Testbed::host(std::size_t n) {
  cluster::Node& node = hardware_.node(n);
  return {n, node.cpu, node.memory, &endpoints_[n]};
}

void Testbed::run_on(std::size_t n, Software software) {
  ++running_;
  hardware_.node(n).cpu.add_process(
      "program", [this, n, software = std::move(software)](host::Cpu& cpu) {
        endpoints_[n].start({firmware(n).image.bytes, firmware(n).endpoint});
        Host host = this->host(n);
        count_from(n);
        software(host);
        cpu.sync();
        if (!spans_[n].end) count_to(n);
        if (--running_ == 0) sc_core::sc_stop();
      });
}

void Testbed::run() {
  hardware_.run();
  if (watchdog_) watchdog_->rethrow();
  if (running_ > 0)
    throw SimulationError("experiment", std::to_string(running_) + " programs wait for ever",
                          "software whose messages all arrive",
                          "look at the counters of the firmware, or see who waits "
                          "for whom:\n" +
                              hardware_.who_waits());
}

void Testbed::account(Results& results) {
  results.simulated = kernel_time();
  results.nic_cycles = hardware_.nic_cycles();
  Table table = use_table();
  for (const auto& [n, span] : spans_)
    if (counted(n) > Time())
      add_use(table, hardware_.node(n).basename(), span.begin, *span.end, byte_time_);
  results.tables.push_back(table);
}

}  // namespace flybar::experiments
