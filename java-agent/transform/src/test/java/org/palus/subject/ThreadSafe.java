package org.palus.subject;

/** A promise, as libraries make it. */
public @interface ThreadSafe {}
