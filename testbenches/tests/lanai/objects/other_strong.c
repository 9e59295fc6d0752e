int value(void) {
  return 3;
}
