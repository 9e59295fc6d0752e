#include "testbenches/experiments/inet/inet_options.h"

namespace flybar::experiments {

void add_copy(Parameters& options, NetperfSetup::Copy& copy) {
  options.add_choice("copy", copy,
                     {{"remap", NetperfSetup::Copy::kRemap},
                      {"send", NetperfSetup::Copy::kSend},
                      {"receive", NetperfSetup::Copy::kReceive},
                      {"both", NetperfSetup::Copy::kBoth}},
                     {"Which copies between user and kernel are made; remap: none where size and "
                      "alignment allow.",
                      "the published stream makes none"});
}

void add_checksum(Parameters& options, NetperfSetup& setup) {
  using Checksum = NetperfSetup::Checksum;
  options.add_choice("checksum", setup.checksum,
                     {{"off", Checksum::kOff}, {"software", Checksum::kSoftware}},
                     {"Sums of TCP and UDP: none, since the link has a CRC, or by the CPU; by the "
                      "CPU unless set where transport is not ip-trapeze.",
                      "the published stream has none"});
  options.add_derived("checksum", [&setup] {
    setup.checksum = sums_by_software(setup.transport) ? Checksum::kSoftware : Checksum::kOff;
  });
}

void add_ip_transport(Parameters& options, Transport& transport) {
  add_transport(options, transport, kIpTransports, "as published");
}

}  // namespace flybar::experiments
