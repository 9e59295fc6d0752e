# Objects for the chip, made by the compiler and assembler that firmware uses.
find_program(LANAI_CLANG NAMES clang-14 clang REQUIRED)
find_program(LANAI_MC NAMES llvm-mc-14 llvm-mc REQUIRED)
find_program(LANAI_OBJDUMP NAMES llvm-objdump-14 llvm-objdump REQUIRED)

# lanai_object(OUT NAME source flag ...): makes objects/NAME.o, whose path is added to the list OUT. Some
# inputs send this compiler into an endless loop: it gets a minute.
function(lanai_object out name source)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/objects/${name}.o)
  if(source MATCHES "\\.s$")
    set(command ${LANAI_MC} -triple=lanai -filetype=obj -g -o ${object} ${source})
  else()
    set(command timeout 60 ${LANAI_CLANG} --target=lanai -std=gnu11 -ffreestanding -g -I ${PROJECT_SOURCE_DIR}
                -MD -MF ${object}.d ${ARGN} -c -o ${object} ${source})
    set(depfile DEPFILE ${object}.d)
  endif()
  add_custom_command(OUTPUT ${object} COMMAND ${command} DEPENDS ${source} ${depfile} VERBATIM
                     WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMENT "Lanai object ${name}")
  set(${out} ${${out}} ${object} PARENT_SCOPE)
endfunction()
