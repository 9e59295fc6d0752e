// Generated from models/layouts/lanai.regs.toml by scripts/generate. Edit the source, not this file.
// Which register an access is one of.
`default_nettype none

module lanai_regs_decode (
    input  wire logic                              valid_i,
    input  wire logic [7:0]                        offset_i,
    output      lanai_regs_pkg::host_dma_regs_t    host_dma_o,
    output      lanai_regs_pkg::send_dma_regs_t    send_dma_o,
    output      lanai_regs_pkg::receive_dma_regs_t receive_dma_o,
    output      lanai_regs_pkg::timers_regs_t      timers_o,
    output      lanai_regs_pkg::isr_regs_t         isr_o,
    output      lanai_regs_pkg::settings_regs_t    settings_o,
    output      lanai_regs_pkg::to_link_regs_t     to_link_o,
    output      lanai_regs_pkg::from_link_regs_t   from_link_o,
    output      logic                              kept_o  // by a part that answers when it is read
);
  always_comb begin
    host_dma_o = '0;
    send_dma_o = '0;
    receive_dma_o = '0;
    timers_o = '0;
    isr_o = '0;
    settings_o = '0;
    to_link_o = '0;
    from_link_o = '0;
    if (valid_i) begin
      case ({24'd0, offset_i})
        lanai_regs_pkg::EarOffset: host_dma_o.ear = 1'b1;
        lanai_regs_pkg::LarOffset: host_dma_o.lar = 1'b1;
        lanai_regs_pkg::DmaCtrOffset: host_dma_o.dma_ctr = 1'b1;
        lanai_regs_pkg::DmaDirOffset: host_dma_o.dma_dir = 1'b1;
        lanai_regs_pkg::DmaStsOffset: host_dma_o.dma_sts = 1'b1;
        lanai_regs_pkg::SmpOffset: send_dma_o.smp = 1'b1;
        lanai_regs_pkg::SmlOffset: send_dma_o.sml = 1'b1;
        lanai_regs_pkg::SmltOffset: send_dma_o.smlt = 1'b1;
        lanai_regs_pkg::SaOffset: send_dma_o.sa = 1'b1;
        lanai_regs_pkg::RmpOffset: receive_dma_o.rmp = 1'b1;
        lanai_regs_pkg::RmlOffset: receive_dma_o.rml = 1'b1;
        lanai_regs_pkg::ItOffset: timers_o.it = 1'b1;
        lanai_regs_pkg::RtcOffset: timers_o.rtc = 1'b1;
        lanai_regs_pkg::IsrOffset: isr_o.isr = 1'b1;
        lanai_regs_pkg::EimrOffset: settings_o.eimr = 1'b1;
        lanai_regs_pkg::MyrinetOffset: settings_o.myrinet = 1'b1;
        lanai_regs_pkg::SbOffset: to_link_o.sb = 1'b1;
        lanai_regs_pkg::ShOffset: to_link_o.sh = 1'b1;
        lanai_regs_pkg::SwOffset: to_link_o.sw = 1'b1;
        lanai_regs_pkg::StOffset: to_link_o.st = 1'b1;
        lanai_regs_pkg::RbOffset: from_link_o.rb = 1'b1;
        lanai_regs_pkg::RhOffset: from_link_o.rh = 1'b1;
        lanai_regs_pkg::RwOffset: from_link_o.rw = 1'b1;
        default: ;
      endcase
    end
  end
  assign kept_o = host_dma_o != '0 || send_dma_o != '0 || receive_dma_o != '0 || timers_o != '0 || isr_o != '0;
endmodule

`default_nettype wire
