/**
 * For tests only: runs hooks, transformer and worker without the native agent, whose part {@link
 * org.palus.testing.Natives} plays.
 */
package org.palus.testing;
