/** Annotations for code that is tested with Palus. */
package org.palus.annotation;
