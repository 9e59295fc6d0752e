#include "models/trapeze/mcp_params.h"

#include <string>

#include "models/common/parameters.h"
#include "models/common/quantity.h"
#include "models/layouts/generated/endpoint_layout.hpp"

namespace flybar::trapeze {
namespace {

using namespace literals;

// The DMA engines count in 32-bit words.
constexpr Bytes kLeastThreshold = 64_B;
constexpr Bytes kMostPayload = 64_KB;

constexpr const char* kFound =
    "near-optimal pulse size measured on the AlphaStation 500 (published number C031)";

void check_threshold(const std::string& key, Bytes threshold, const McpParams& params,
                     std::vector<Fault>& faults) {
  const std::string allowed = "up to the maximum payload, " + quantity::print(params.max_payload);
  if (threshold > params.max_payload)
    faults.push_back({key, quantity::print(threshold) + " is more than any payload", allowed,
                      "lower it, or raise mcp.max_payload"});
}

void describe_tables(Parameters& table, McpParams& params, const std::string& p) {
  table.add(p + "send_entries", params.send_entries, {3, layout::kSendEntries},
            {"entries of the send ring", "choice of the firmware"});
  table.add(p + "receive_entries", params.receive_entries, {3, layout::kReceiveEntries},
            {"entries of the receive ring: messages that may wait for the host",
             "choice of the firmware"});
  table.add(p + "ipt_entries", params.ipt_entries, {1, layout::kIptEntries},
            {"entries of the incoming payload table: buffers that may be named at a time",
             "choice of the firmware"});
}

void describe_interrupts(Parameters& table, McpParams& params, const std::string& p) {
  table.add_choice(
      p + "interrupts", params.interrupts,
      {{"each", Interrupts::kEach}, {"coalesced", Interrupts::kCoalesced}},
      {"for what a host that wants interrupts gets one: each message, or several at once",
       "default of the original"});
  table.add(p + "coalesce_messages", params.coalesce_messages, {1, layout::kReceiveEntries},
            {"messages for one interrupt, if coalesced", "choice of the user"});
  table.add(p + "coalesce_delay", params.coalesce_delay, {0_ns, 10_ms},
            {"longest wait of a message for others, if coalesced; whole ticks of lanai.timer_tick",
             "choice of the user"});
  table.add_set(p + "urgent_types", params.urgent_types,
                {"types of messages that interrupt at once, if others are coalesced: gmsnet has 1 "
                 "(requests) and 2 (replies), IP has 3",
                 "choice of the user"});
}

}  // namespace

const char* image_name(const McpParams& params) {
  const bool unit = params.ipt == PayloadTablePlace::kHardware;
  if (params.looks_for_types()) return unit ? "trapeze-ipt-urgent.elf" : "trapeze-urgent.elf";
  if (params.coalesces()) return unit ? "trapeze-ipt-coalesced.elf" : "trapeze-coalesced.elf";
  return unit ? "trapeze-ipt.elf" : "trapeze.elf";
}

void describe(Parameters& table, McpParams& params, const char* prefix) {
  const std::string p = prefix;
  table.add_choice(p + "mode", params.mode,
                   {{"store-and-forward", Mode::kStoreAndForward},
                    {"static", Mode::kStatic},
                    {"eager", Mode::kEager},
                    {"functional", Mode::kFunctional}},
                   {"how the transfers of one packet overlap", "choice of the user"});
  table.add(p + "send_threshold", params.send_threshold, {kLeastThreshold, kMostPayload}, kWords,
            {"bytes that must have come from the host before the link starts", kFound});
  table.add(p + "receive_threshold", params.receive_threshold, {kLeastThreshold, kMostPayload},
            kWords,
            {"bytes that must have come from the link before the DMA to the host starts", kFound});
  table.add(p + "max_payload", params.max_payload, {kLeastThreshold, kMostPayload}, kWords,
            {"largest payload of a message; sizes the packet buffers in NIC memory",
             "one page of an Alpha"});
  table.add_choice(p + "control_transfer", params.control_transfer,
                   {{"pio", ControlTransfer::kPio}, {"dma", ControlTransfer::kDma}},
                   {"how control messages pass between host and ring", "default of the original"});
  table.add_choice(
      p + "ipt", params.ipt,
      {{"firmware", PayloadTablePlace::kFirmware}, {"hardware", PayloadTablePlace::kHardware}},
      {"who looks up the incoming payload table: the firmware, or a unit of the chip that the real "
       "one did not have",
       "default of the original"});
  describe_tables(table, params, p);
  describe_interrupts(table, params, p);
  table.add_check([p, &params](std::vector<Fault>& faults) {
    check_threshold(p + "send_threshold", params.send_threshold, params, faults);
    check_threshold(p + "receive_threshold", params.receive_threshold, params, faults);
  });
}

}  // namespace flybar::trapeze
