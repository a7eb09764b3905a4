package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Search mode for one class: every method that has code, static initialisers and bridges included,
 * in the order of the class file. Without a next visitor it only counts the edges.
 */
final class SearchClass extends ClassVisitor {
  private final EdgeCounter edges;
  private String owner;
  private int version;

  SearchClass(ClassVisitor next, EdgeCounter edges) {
    super(Code.API, next);
    this.edges = edges;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    this.version = Code.major(version);
    owner = name;
    super.visit(version, access, name, signature, parent, interfaces);
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
