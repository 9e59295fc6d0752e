#include "testbenches/experiments/measure/messages/stages.h"

#include <algorithm>

namespace flybar::experiments {

namespace {

Stage of_host(const char* name, Time begin, Time end) {
  return {name, begin, end, end - begin, 1};
}

Stage of_lane(const char* name, const std::vector<LaneSpan>& spans) {
  Stage stage{name};
  for (const LaneSpan& span : spans) {
    stage.begin = std::min(stage.begin, span.begin);
    stage.end = std::max(stage.end, span.end);
    stage.busy += span.end - span.begin;
    ++stage.parts;
  }
  return stage;
}

/// In which the message waits in a ring for its reader to find it: no engine moves it.
Stage of_ring(const char* name, Time from, Time to) {
  return of_host(name, std::min(from, to), to);
}

}  // namespace

std::vector<Stage> stages_of(const MessageRecord& message) {
  const Stage dma_in = of_lane("DMA into NIC", message.lane(Lane::kReadsHost));
  const Stage link_send = of_lane("link send", message.lane(Lane::kSends));
  const Stage link_receive = of_lane("link receive", message.lane(Lane::kReceives));
  const Stage dma_out = of_lane("DMA into host", message.lane(Lane::kWritesHost));
  Stage send_ring{"send ring"};
  if (dma_in.parts + link_send.parts > 0)
    send_ring = of_ring("send ring", message.sent.end, std::min(dma_in.begin, link_send.begin));
  return {of_host("host send", message.sent.begin, message.sent.end),
          send_ring,
          dma_in,
          link_send,
          link_receive,
          dma_out,
          of_ring("receive ring", std::max(dma_out.end, link_receive.end), message.receive_begin),
          of_host("host receive", message.receive_begin, message.receive_end)};
}

std::string message_name(std::uint64_t id) {
  constexpr std::uint64_t kNode = message_id(1, 0);
  return "message " + std::to_string(id) + ", number " + std::to_string(id % kNode) + " of node" +
         std::to_string(id / kNode);
}

Table stages_table(const std::string& name, const MessageRecord& message, Time zero) {
  Table table{name, "stage", {"begin us", "end us", "busy us", "parts"}, {}};
  for (const Stage& stage : stages_of(message)) {
    if (stage.parts == 0) continue;
    table.rows.push_back({stage.name,
                          {(stage.begin - zero).us(), (stage.end - zero).us(), stage.busy.us(),
                           static_cast<double>(stage.parts)}});
  }
  return table;
}

}  // namespace flybar::experiments
