package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.tree.MethodNode;

/** Record mode for a class that is not recorded itself, of tests for one: its calls of the JDK. */
final class SiteClass extends InstrumentedClass {
  SiteClass(ClassVisitor next) {
    super(next);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!Code.isInstrumentable(access, name)) {
      return next;
    }
    return new MethodNode(Code.API, access, name, descriptor, signature, exceptions) {
      @Override
      public void visitEnd() {
        Sites sites = Sites.of(owner, this);
        changed |= !sites.isEmpty();
        accept(
            sites.isEmpty()
                ? next
                : new SiteMethod(next, version, access, name, desc, maxLocals, sites));
      }
    };
  }
}
