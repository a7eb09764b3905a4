package org.palus.transform;

import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Search mode for one class: every method that has code, static initialisers and bridges included,
 * in the order of the class file. Without a next visitor it only counts the edges.
 */
final class SearchClass extends InstrumentedClass {
  /** Null when there are to be no probes. */
  private final EdgeCounter edges;

  /** Null when there are to be none. */
  private final EdgeCounter mutants;

  /** Whether the class says that its objects may be used by several threads at once. */
  private boolean isThreadSafe;

  /** Methods without probes, by name and descriptor. */
  private final Set<String> leftAlone;

  /** Those that nobody wrote, in the same way: their probes use fuel alone. */
  private final Set<String> unwritten;

  SearchClass(
      ClassVisitor next,
      EdgeCounter edges,
      EdgeCounter mutants,
      Set<String> leftAlone,
      Set<String> unwritten) {
    super(next);
    this.edges = edges;
    this.mutants = mutants;
    this.leftAlone = leftAlone;
    this.unwritten = unwritten;
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
    isThreadSafe |= Meetings.isPromise(descriptor);
    return super.visitAnnotation(descriptor, isVisible);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (!Code.isInstrumentable(access, name) || leftAlone.contains(name + descriptor)) {
      return super.visitMethod(access, name, descriptor, signature, exceptions);
    }
    boolean meets = isThreadSafe && edges != null;
    int flags = meets ? access & ~Opcodes.ACC_SYNCHRONIZED : access;
    MethodVisitor written = super.visitMethod(flags, name, descriptor, signature, exceptions);
    if (meets && written != null) {
      written = Meetings.in(written, owner, access, name);
    }
    boolean isWritten = !unwritten.contains(name + descriptor);
    boolean isMutated = mutants != null && isWritten && isMutable(access, name);
    if (edges == null && !isMutated) {
      return written;
    }
    EdgeCounter counted = isWritten ? edges : null;
    // Edges are counted by the visitor that writes them elsewhere, so it needs something to write to.
    MethodVisitor next = written == null ? new Nowhere() : written;
    MutantMethod mutated = isMutated ? new MutantMethod(next, name, descriptor, mutants) : null;
    MethodVisitor last = mutated == null ? next : mutated;
    if (version < Code.FIRST_WITH_FRAMES) {
      return edges == null ? last : new SearchMethod(last, null, counted);
    }
    AnalyzerAdapter frames = new AnalyzerAdapter(owner, access, name, descriptor, last);
    if (mutated != null) {
      mutated.follow(frames);
    }
    return edges == null ? frames : new SearchMethod(frames, frames, counted);
  }

  /** Takes code and does nothing with it. */
  private static final class Nowhere extends MethodVisitor {
    Nowhere() {
      super(Code.API);
    }
  }

  /** What runs once, and what the compiler wrote by itself, tells nothing of the tests. */
  private static boolean isMutable(int access, String name) {
    boolean isOwn = (access & Opcodes.ACC_SYNTHETIC) == 0 || name.startsWith("lambda$");
    return isOwn && !name.equals("<clinit>");
  }
}
