/**
 * The Java side of a worker: executes batches of call sequences for the native engine.
 *
 * <p>Takes definitions of types, members and literals, then programs made of their numbers. Gives
 * one record for each statement. Does not know why a sequence is run or what is learnt from it.
 */
package org.palus.worker;
