/**
 * Compiles the emitted tests and runs them in a shuffled order, in a JVM of their own.
 *
 * <p>Prints one line a problem or test, fields separated by tabs. Does not know which tests are
 * worth keeping: whoever started it drops what does not compile or does not repeat.
 */
package org.palus.verify;
