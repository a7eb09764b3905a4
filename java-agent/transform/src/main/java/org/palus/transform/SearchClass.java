package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Search mode for one class: every method that has code, static initialisers and bridges included,
 * in the order of the class file. Without a next visitor it only counts the edges.
 */
final class SearchClass extends InstrumentedClass {
  private final EdgeCounter edges;

  SearchClass(ClassVisitor next, EdgeCounter edges) {
    super(next);
    this.edges = edges;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!Code.isInstrumentable(access, name)) {
      return next;
    }
    if (version < Code.FIRST_WITH_FRAMES) {
      return new SearchMethod(next, null, edges);
    }
    AnalyzerAdapter frames = new AnalyzerAdapter(owner, access, name, descriptor, next);
    return new SearchMethod(frames, frames, edges);
  }
}
