package unwritten;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Put to what nobody wrote, and kept in class files as such annotations are. */
@Retention(RetentionPolicy.CLASS)
@interface ToolGenerated {}
