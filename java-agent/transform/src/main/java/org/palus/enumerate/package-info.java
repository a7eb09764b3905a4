/**
 * Enumerates the structures that a method of a program accepts, in a virtual machine of its own.
 */
package org.palus.enumerate;
