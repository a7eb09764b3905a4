package net.jqwik.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for jqwik's annotation of this name, which is found by its name alone. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Property {}
