/// Hands each call of the API to the port that stands behind it.
#include "models/myriapi/myriapi.h"

#include <algorithm>

#include "models/myriapi/port.h"

namespace {

using flybar::Time;
using flybar::myriapi::Port;

Port& behind(myriapi_port* port) {
  return static_cast<Port&>(*port);
}

}  // namespace

uint32_t myriapi_get_buffer(myriapi_port* port) {
  return behind(port).next_buffer();
}
bool myriapi_send(myriapi_port* port, uint32_t node, uint32_t channel, uint32_t from,
                  uint32_t length) {
  return behind(port).send(node, channel, from, length);
}
uint32_t myriapi_check_sent(myriapi_port* port) {
  return behind(port).check_sent();
}
bool myriapi_receive(myriapi_port* port, myriapi_message* message, uint32_t to,
                     int64_t timeout_ps) {
  return behind(port).receive(*message, to, std::min(Time::ps(timeout_ps), Time::never()));
}
uint32_t myriapi_get_node(const myriapi_port* port) {
  return static_cast<const Port*>(port)->nic().config().node;
}
