/// What the CPU does for TCP/IP: each label is the name of the parameter that it costs.
#pragma once

#include "models/host/cpu/cpu_use.h"

namespace flybar::inet {

inline constexpr host::Label kSocketCall{"socket.call", host::Share::kSystem};
inline constexpr host::Label kPageSend{"socket.page_send", host::Share::kSystem};
inline constexpr host::Label kPageReceive{"socket.page_receive", host::Share::kSystem};
inline constexpr host::Label kSocketAppend{"socket.append", host::Share::kSystem};
inline constexpr host::Label kSocketWake{"socket.wake", host::Share::kSystem};
inline constexpr host::Label kMbuf{"inet.mbuf", host::Share::kSystem};
inline constexpr host::Label kChecksumStart{"inet.checksum_start", host::Share::kSystem};
inline constexpr host::Label kChecksum{"checksum", host::Share::kSystem};
inline constexpr host::Label kTcpOutput{"tcp.output", host::Share::kSystem};
inline constexpr host::Label kTcpInputData{"tcp.input_data", host::Share::kSystem};
inline constexpr host::Label kTcpInputAck{"tcp.input_ack", host::Share::kSystem};
inline constexpr host::Label kTcpInputSlow{"tcp.input_slow", host::Share::kSystem};
inline constexpr host::Label kTcpTimer{"tcp.timer", host::Share::kSystem};
inline constexpr host::Label kUdpOutput{"udp.output", host::Share::kSystem};
inline constexpr host::Label kUdpInput{"udp.input", host::Share::kSystem};
inline constexpr host::Label kIpOutput{"ip.output", host::Share::kSystem};
inline constexpr host::Label kIpInput{"ip.input", host::Share::kSystem};
inline constexpr host::Label kIpFragment{"ip.fragment", host::Share::kSystem};
inline constexpr host::Label kDriverOut{"ip.driver_out", host::Share::kSystem};
inline constexpr host::Label kDriverIn{"ip.driver_in", host::Share::kSystem};
inline constexpr host::Label kCopySend{"copy to socket", host::Share::kSystem};
inline constexpr host::Label kCopyReceive{"copy from socket", host::Share::kSystem};
inline constexpr host::Label kCopyFault{"copy on write", host::Share::kSystem};
inline constexpr host::Label kCopyLoop{"copy to itself", host::Share::kSystem};
inline constexpr host::Label kGather{"gather", host::Share::kSystem};

}  // namespace flybar::inet
