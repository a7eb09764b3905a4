/**
 * Asks the {@code equals} methods of a program about states of its objects, in a virtual machine of
 * its own.
 */
package org.palus.equality;
