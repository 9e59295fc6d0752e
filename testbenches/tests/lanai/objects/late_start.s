        .text
        nop
        .globl  _start
_start: nop
