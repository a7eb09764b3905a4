/** The program that the virtual machines for single questions are about. */
package org.palus.program;
