package org.palus.enumerate;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.palus.program.ProgramLoader;

/** Loads the program with hooks. */
final class ProgramOfSearch extends ProgramLoader {
  private final Map<String, Boolean> isOfProgram = new HashMap<>();
  private final Weaver weaver = new Weaver(this::isOfProgram);

  /** Of the class path with an entry in each line of the file. */
  ProgramOfSearch(Path classPath) throws IOException {
    super(classPath, Set.of(Cell.class, Hooks.class));
  }

  /** Who put the hooks in. */
  Weaver weaver() {
    return weaver;
  }

  /** Whether the program has the field as a final one. */
  boolean isFinal(Field field) {
    return weaver.wasFinal(field.getDeclaringClass().getName(), field.getName());
  }

  private boolean isOfProgram(String internalName) {
    return isOfProgram.computeIfAbsent(
        internalName,
        name -> {
          boolean isOfPlatform = getParent().getResource(name + ".class") != null;
          return !isOfPlatform && findResource(name + ".class") != null;
        });
  }

  @Override
  protected byte[] woven(byte[] original) {
    return weaver.woven(original);
  }
}
