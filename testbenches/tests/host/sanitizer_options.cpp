/// The search for leaks would end at the guard pages of the stacks of SystemC's threads.
extern "C" const char* __asan_default_options();   // NOLINT: the sanitizer's name for it
extern "C" const char* __asan_default_options() {  // NOLINT
  return "detect_leaks=0";
}
