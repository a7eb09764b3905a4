package org.palus.worker;

/**
 * A value that needs no call.
 *
 * @param value may be null
 */
record Literal(Object value) {}
