package together;

/** Says that several threads may use an object of the class at once. Not kept at run time, as JSR 305's is not. */
public @interface ThreadSafe {}
