/**
 * Rewrites classes while they are loaded, so that they call the hooks.
 *
 * <p>Takes a class file, gives a class file or nothing. Does not know the hooks' classes, only
 * their names; runs in a class loader of its own and never loads a class of the program: frames are
 * kept up to date by hand instead of being computed, which would need the program's class
 * hierarchy.
 */
package org.palus.transform;
