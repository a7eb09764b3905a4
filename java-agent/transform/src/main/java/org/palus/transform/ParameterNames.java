package org.palus.transform;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** What the parameters of a method are called in its source, as far as the class file says. */
final class ParameterNames {
  private ParameterNames() {}

  /**
   * Each ended by a semicolon, which no name holds (JVMS 4.2.2): from the attribute {@code
   * MethodParameters}, else from the names of local variables; empty when neither has them all.
   */
  static String of(MethodNode method) {
    Type[] types = Type.getArgumentTypes(method.desc);
    StringBuilder names = new StringBuilder();
    int variable = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    boolean areDeclared = method.parameters != null && method.parameters.size() == types.length;
    for (int i = 0; i < types.length; i++) {
      String name = areDeclared ? method.parameters.get(i).name : null;
      if (name == null) {
        name = local(method, variable);
      }
      if (name == null) {
        return "";
      }
      names.append(name).append(';');
      variable += types[i].getSize();
    }
    return names.toString();
  }

  /** The first variable there: a parameter lives from the start of the method. */
  private static String local(MethodNode method, int variable) {
    if (method.localVariables != null) {
      for (LocalVariableNode local : method.localVariables) {
        if (local.index == variable) {
          return local.name;
        }
      }
    }
    return null;
  }
}
