package org.palus.transform;

import org.objectweb.asm.ClassVisitor;

/** A class on its way to other code: which one it is, and whether anything in it was changed. */
abstract class InstrumentedClass extends ClassVisitor {
  /** The internal name; set when the class is visited. */
  protected String owner;

  /** The major version of the class file. */
  protected int version;

  /** Set by what changes something. */
  protected boolean changed;

  InstrumentedClass(ClassVisitor next) {
    super(Code.API, next);
  }

  final boolean changed() {
    return changed;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    this.version = Code.major(version);
    owner = name;
    super.visit(version, access, name, signature, parent, interfaces);
  }
}
