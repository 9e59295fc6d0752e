/// Datagrams of UDP from node 0 of a pair to node 1.
#pragma once

#include <vector>

#include "testbenches/tests/inet/pair.h"

struct udp_pcb;

namespace flybar::inet {

class Datagrams {
 public:
  explicit Datagrams(Pair& pair);
  Datagrams(const Datagrams&) = delete;
  Datagrams& operator=(const Datagrams&) = delete;

  void send(const Packet& bytes);

  Pair& pair;
  std::vector<Packet> received;

 private:
  udp_pcb* sender_ = nullptr;
};

}  // namespace flybar::inet
