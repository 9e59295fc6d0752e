/// The three engines with what their rules decide on, and the unit that watches one of them.
#pragma once

#include <string>

#include "models/lanai/engines/host_dma.h"
#include "models/lanai/engines/receive_dma.h"
#include "models/lanai/engines/send_dma.h"
#include "models/lanai/engines/state.h"
#include "models/lanai/engines/tick.h"
#include "models/lanai/engines/tracks.h"
#include "models/lanai/ipt/ipt.h"

namespace flybar::lanai {

struct Engines {
  /// `chip` is the name under which observers know them.
  Engines(const ChipParams& params, Sram& sram, Observer& observer, const std::string& chip)
      : rules(params),
        host(params, state.host, sram, observer, observer.declare(host_track(chip))),
        receive(params, state.receive, sram, ipt, observer, observer.declare(receive_track(chip)),
                packets(observer, chip, "link_in")),
        send(params, state.send, sram, observer, observer.declare(send_track(chip)),
             packets(observer, chip, "link_out")) {}
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;

  void reset() {
    host.reset();
    receive.reset();
    send.reset();
    ipt.reset();
  }
  /// None has work.
  bool quiet() const { return send.idle() && !host.busy() && receive.wants() == 0; }

  const Rules rules;
  const int sure_receive = sure_receive_words(rules);  ///< words
  EngineState state;
  Ipt ipt;
  HostDma host;
  ReceiveDma receive;
  SendDma send;

 private:
  static TrackId packets(Observer& observer, const std::string& chip, const char* port) {
    return observer.declare({.name = chip + "." + port, .kind = TrackKind::kPackets});
  }
};

}  // namespace flybar::lanai
