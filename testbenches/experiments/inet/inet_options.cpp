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

void add_checksum(Parameters& options, NetperfSetup::Checksum& checksum) {
  options.add_choice(
      "checksum", checksum,
      {{"off", NetperfSetup::Checksum::kOff}, {"software", NetperfSetup::Checksum::kSoftware}},
      {"Sums of TCP and UDP: none, since the link has a CRC, or by the CPU.",
       "the published stream has none"});
}

}  // namespace flybar::experiments
