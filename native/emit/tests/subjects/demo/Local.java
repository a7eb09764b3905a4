package demo;

/** Visible in its package only. */
class Local {
  static Local make() {
    return new Local();
  }
}
