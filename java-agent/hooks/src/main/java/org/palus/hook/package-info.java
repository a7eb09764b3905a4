/**
 * What instrumented code calls at run time, in the boot loader so that every class can link to it.
 *
 * <p>These classes may run inside any code, even class initialisers of java.base: no lambda, no
 * string concatenation, no collections on the way of a call. Whatever needs more belongs to the
 * transformer, the worker or the native agent.
 */
package org.palus.hook;
