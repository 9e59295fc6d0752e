/// Text of a user that is shown to a user.
#pragma once

#include <string>
#include <string_view>

namespace flybar::program {

/// Control bytes and what is no UTF-8 as \x1b, so that they do nothing to a terminal; newlines
/// stay. A word longer than any path that somebody would type is cut to its first 60 bytes.
std::string for_terminal(std::string_view text);

/// The words of `text` in lines of at most `width`, all but the first behind `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace flybar::program
