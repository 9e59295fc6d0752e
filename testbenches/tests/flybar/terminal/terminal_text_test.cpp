/// Text that is shown on a terminal.
#include "testbenches/flybar/terminal/terminal_text.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

TEST(TerminalText, OfPlainWordsStaysAsItIs) {
  EXPECT_EQ(for_terminal("\"8 KB\": Gr\xc3\xb6\xc3\x9f"
                         "e\nnext line"),
            "\"8 KB\": Gr\xc3\xb6\xc3\x9f"
            "e\nnext line");
}

TEST(TerminalText, ShowsControlBytesAndWhatIsNoUtf8AsNumbers) {
  EXPECT_EQ(for_terminal("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(for_terminal("8\xff KB \xc3("), "8\\xff KB \\xc3(");
  EXPECT_EQ(for_terminal("\xc2\x9b"), "\\xc2\\x9b");
}

TEST(TerminalText, CutsAWordOfMoreThan200BytesTo60) {
  EXPECT_EQ(for_terminal(std::string(200, 'a')), std::string(200, 'a'));
  EXPECT_EQ(for_terminal(std::string(201, 'a') + " b"),
            std::string(60, 'a') + "... (201 characters) b");
  EXPECT_EQ(for_terminal(std::string(300, 'a') + ";"),
            std::string(60, 'a') + "... (301 characters);");
}

}  // namespace
}  // namespace flybar::program
