package org.palus.transform;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes methods of the JDK ask {@code org.palus.hook.Guard} or {@code Disk} first. In their bodies, so that
 * reflection, {@code System.exit} and thread pools pass there too; shutdown hooks have not run yet.
 */
final class GuardClass extends InstrumentedClass {
  /** The class that is asked. */
  static final String GUARD = "org/palus/hook/Guard";

  /** The class that is asked where bytes go to files. */
  private static final String DISK = "org/palus/hook/Disk";

  /** The class that is asked where memory is taken. */
  private static final String PROBE = "org/palus/hook/Probe";

  private static final String THREAD = "(Ljava/lang/Thread;)V";
  private static final String FILE = "(Ljava/io/File;)V";
  private static final String PATH = "(Ljava/nio/file/Path;)V";
  private static final String MESSAGE = "(Ljava/lang/String;";
  private static final String PARKING = "java/util/concurrent/locks/LockSupport.";

  private static final Question EXIT = new Question(Opcodes.ILOAD, 1, "exit", "(I)V");
  private static final Question START = new Question(Opcodes.ALOAD, 0, "start", THREAD);
  private static final Question HOOK = new Question(Opcodes.ALOAD, 1, "hook", THREAD);
  private static final Question DIRECT =
      new Question(PROBE, Opcodes.LLOAD, 0, "direct", "(J)V");
  private static final Question CLEANER = new Question(Opcodes.NOP, 0, "service", "()V");
  private static final Question SHARED = new Question(Opcodes.NOP, 0, "shared", "()V");
  private static final Question MAKE = new Question(Opcodes.ALOAD, 0, "file", FILE);
  private static final Question CHANGE = new Question(Opcodes.ALOAD, 0, "gone", FILE);
  private static final Question CHANGE_PATH = new Question(Opcodes.ALOAD, 1, "gone", PATH);
  private static final Question LIST = new Question(Opcodes.ALOAD, 0, "list", FILE);
  private static final Question LIST_PATH = new Question(Opcodes.ALOAD, 1, "list", PATH);
  private static final Question PARK = new Question(Opcodes.NOP, 0, "park", "()V");
  private static final Question NANOS = new Question(Opcodes.LLOAD, 0, "park", "(J)V");
  private static final Question NANOS_FOR = new Question(Opcodes.LLOAD, 1, "park", "(J)V");
  private static final Question UNTIL = new Question(Opcodes.LLOAD, 0, "parkUntil", "(J)V");
  private static final Question UNTIL_FOR = new Question(Opcodes.LLOAD, 1, "parkUntil", "(J)V");
  private static final Question SLEEP = new Question(Opcodes.LLOAD, 0, "sleeps", "(J)Z");
  private static final Question SLEEP_NANOS =
      new Question(Opcodes.LLOAD, 0, "sleepsNanos", "(J)Z");
  private static final Question JOIN =
      new Question(Opcodes.ALOAD, 0, "joins", "(Ljava/lang/Thread;J)Z");
  private static final Question INTERRUPT =
      new Question(Turns.THREADS, Opcodes.ALOAD, 0, "interrupts", "(Ljava/lang/Thread;)Z");
  private static final Question BEGUN = new Question(Turns.THREADS, Opcodes.NOP, 0, "begun", "()V");
  private static final Question ENDED =
      new Question(Turns.THREADS, Opcodes.ALOAD, 0, "ended", THREAD);
  private static final Question TAKE =
      new Question(Opcodes.ALOAD, 0, "takes", "(Ljava/lang/Object;)Z");
  private static final Question REGISTER =
      new Question(Opcodes.ALOAD, 2, "registers", "(Ljava/lang/Object;)V");
  private static final Question SIGNAL = new Question(Opcodes.NOP, 0, "signal", "()V");
  private static final Question LOOK_UP =
      new Question(Opcodes.ALOAD, 2, "looksUp", "(Ljava/lang/Class;)V");

  private static final String OUT = "java/io/FileOutputStream.";
  private static final String ACCESS = "java/io/RandomAccessFile.";
  private static final String CHANNEL = "sun/nio/ch/FileChannelImpl.";
  private static final String CALLS = "sun/nio/fs/UnixNativeDispatcher.";

  private static final Question BYTE = disk(Opcodes.NOP, 0, "writes", "()V");
  private static final Question ARRAY = disk(Opcodes.ALOAD, 1, "writes", "([B)V");
  private static final Question PART = disk(Opcodes.ILOAD, 3, "writes", "(I)V");
  private static final Question TEXT =
      disk(Opcodes.ALOAD, 1, "writes", "(Ljava/lang/String;)V");
  private static final Question BUFFER =
      disk(Opcodes.ALOAD, 1, "writes", "(Ljava/nio/ByteBuffer;)V");
  private static final Question BUFFERS =
      disk(Opcodes.ALOAD, 1, "writes", "([Ljava/nio/ByteBuffer;)V");
  private static final Question MAKES = disk(Opcodes.NOP, 0, "makes", "()V");

  /** By class, name and, where it matters, descriptor: what writes to files, or makes one. */
  private static final Map<String, Question> WRITERS =
      Map.ofEntries(
          Map.entry(OUT + "open", MAKES),
          Map.entry(OUT + "write(I)V", BYTE),
          Map.entry(OUT + "write([B)V", ARRAY),
          Map.entry(OUT + "write([BII)V", PART),
          Map.entry(ACCESS + "open", disk(Opcodes.ILOAD, 2, "accesses", "(I)V")),
          Map.entry(ACCESS + "write(I)V", BYTE),
          Map.entry(ACCESS + "write([B)V", ARRAY),
          Map.entry(ACCESS + "write([BII)V", PART),
          Map.entry(ACCESS + "writeBytes(Ljava/lang/String;)V", TEXT),
          Map.entry(ACCESS + "writeChars", TEXT),
          Map.entry(CHANNEL + "write(Ljava/nio/ByteBuffer;)I", BUFFER),
          Map.entry(CHANNEL + "write(Ljava/nio/ByteBuffer;J)I", BUFFER),
          Map.entry(CHANNEL + "write([Ljava/nio/ByteBuffer;II)J", BUFFERS),
          Map.entry(CALLS + "open", disk(Opcodes.ILOAD, 1, "opens", "(I)V")),
          Map.entry(CALLS + "openat", disk(Opcodes.ILOAD, 2, "opens", "(I)V")),
          Map.entry(CALLS + "mkdir", MAKES),
          Map.entry(CALLS + "link", MAKES),
          Map.entry(CALLS + "symlink", MAKES),
          Map.entry("java/io/File.createNewFile", MAKES),
          // static on older JDKs
          Map.entry("sun/nio/fs/UnixCopyFile.copyFile", copied(0)),
          Map.entry("sun/nio/fs/UnixFileSystem.copyFile", copied(1)));

  /** Methods that say how many bytes the kernel has moved from one file to another. */
  private static final Set<String> MOVERS =
      Set.of(
          CHANNEL + "transferToDirectlyInternal",
          CHANNEL + "transferToFileDescriptor",
          CHANNEL + "transferFromFileDescriptor");

  private static final String LOOKUP =
      "java/lang/invoke/MethodHandles$Lookup.resolveOrFail(BLjava/lang/Class;Ljava/lang/String;";
  private static final String MEMBER_NAME = ")Ljava/lang/invoke/MemberName;";

  /**
   * By class, name and, where it matters, descriptor of the method; some JDKs have several of one
   * name, and all of them ask.
   */
  private static final Map<String, Question> QUESTIONS =
      Map.ofEntries(
          Map.entry("java/lang/Runtime.exit", EXIT),
          Map.entry("java/lang/Runtime.halt", EXIT),
          Map.entry("java/lang/Runtime.addShutdownHook", HOOK),
          // since JDK 19 a second one takes the container of the thread
          Map.entry("java/lang/Thread.start", START),
          Map.entry("java/lang/VirtualThread.start", START),
          // the tool interface tells of threads that begin, but not of these
          Map.entry(Turns.BOUND + ".run", BEGUN),
          // the virtual machine calls it when a thread ends
          Map.entry("java/lang/Thread.exit", ENDED),
          Map.entry("java/lang/Thread.interrupt()V", INTERRUPT),
          // native on some JDKs: there the callers ask (Turns)
          Map.entry("java/lang/Thread.sleep(J)V", SLEEP),
          Map.entry("java/lang/Thread.sleep(JI)V", SLEEP),
          Map.entry("java/lang/Thread.sleepNanos(J)V", SLEEP_NANOS),
          Map.entry("java/lang/Thread.join(J)V", JOIN),
          Map.entry(PARKING + "park", PARK),
          Map.entry(PARKING + "parkNanos(J)V", NANOS),
          Map.entry(PARKING + "parkNanos(Ljava/lang/Object;J)V", NANOS_FOR),
          Map.entry(PARKING + "parkUntil(J)V", UNTIL),
          Map.entry(PARKING + "parkUntil(Ljava/lang/Object;J)V", UNTIL_FOR),
          Map.entry("java/lang/ref/Cleaner.create", CLEANER),
          Map.entry("java/lang/ref/Finalizer.register", TAKE),
          Map.entry("com/sun/jmx/mbeanserver/Repository.addMBean", REGISTER),
          Map.entry("java/nio/Bits.reserveMemory", DIRECT),
          Map.entry("java/security/Security.insertProviderAt", SHARED),
          Map.entry("java/security/Security.removeProvider", SHARED),
          // what nobody can read, or put back
          Map.entry("java/security/Security.setProperty", SHARED),
          Map.entry("java/net/URL.setURLStreamHandlerFactory", SHARED),
          Map.entry("java/net/URLConnection.setContentHandlerFactory", SHARED),
          Map.entry("java/net/URLConnection.setFileNameMap", SHARED),
          Map.entry("java/net/Socket.setSocketImplFactory", SHARED),
          Map.entry("java/net/ServerSocket.setSocketFactory", SHARED),
          Map.entry("java/net/DatagramSocket.setDatagramSocketImplFactory", SHARED),
          Map.entry("javax/net/ssl/SSLContext.setDefault", SHARED),
          Map.entry("javax/net/ssl/HttpsURLConnection.setDefaultHostnameVerifier", SHARED),
          Map.entry("javax/net/ssl/HttpsURLConnection.setDefaultSSLSocketFactory", SHARED),
          // newer JDKs throw, older ones may never wake the thread again
          Map.entry("java/lang/Thread.suspend", SHARED),
          Map.entry(LOOKUP + "Ljava/lang/Class;" + MEMBER_NAME, LOOK_UP),
          Map.entry(LOOKUP + "Ljava/lang/invoke/MethodType;" + MEMBER_NAME, LOOK_UP),
          Map.entry("java/lang/ProcessHandleImpl.destroyProcess", SIGNAL),
          // a worker sees no process but its own
          Map.entry("java/lang/ProcessHandleImpl.get", SIGNAL),
          Map.entry("java/lang/ProcessHandleImpl.parent", SIGNAL),
          Map.entry("java/lang/ProcessHandleImpl.children", SIGNAL),
          Map.entry("java/lang/ProcessHandleImpl.descendants", SIGNAL),
          Map.entry("java/lang/ProcessHandleImpl.info", SIGNAL),
          Map.entry("java/io/File.delete", CHANGE),
          Map.entry("java/io/File.renameTo", CHANGE),
          Map.entry("java/io/File.list()[Ljava/lang/String;", LIST),
          // since JDK 17 what lists files as paths no longer comes through the former
          Map.entry("java/io/File.normalizedList", LIST),
          Map.entry("sun/nio/fs/UnixFileSystemProvider.implDelete", CHANGE_PATH),
          Map.entry("sun/nio/fs/UnixFileSystemProvider.newDirectoryStream", LIST_PATH),
          Map.entry("java/io/File.mkdir", MAKE),
          Map.entry("java/io/File.setLastModified", CHANGE),
          Map.entry("java/io/File.setReadOnly", CHANGE),
          Map.entry("java/io/File.setReadable", CHANGE),
          Map.entry("java/io/File.setWritable", CHANGE),
          Map.entry("java/io/File.setExecutable", CHANGE));

  private static final Set<String> STARTS =
      Set.of("java/lang/Thread.start()V", "java/lang/Thread.start(Ljdk/internal/vm/ThreadContainer;)V");

  /** What reflection shows of a class passes these. */
  private static final Set<String> FILTERS = Set.of("filterFields", "filterMethods");

  GuardClass(ClassVisitor next) {
    super(next);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if ((access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
      return next;
    }
    if (Turns.areTakenIn(owner)) {
      next = new TakesTurns(next);
    }
    if (STARTS.contains(owner + "." + name + descriptor)) {
      changed = true;
      next = TellLast.ofStart(next);
    }
    if (owner.equals("java/io/File") && name.equals("normalizedList")) {
      changed = true;
      next = TellLast.ofNames(next);
    }
    if (owner.equals("jdk/internal/reflect/Reflection") && FILTERS.contains(name)) {
      changed = true;
      return new ShowNothing(next, descriptor);
    }
    if (owner.equals("java/io/IOException") && descriptor.startsWith(MESSAGE)) {
      changed = true;
      return TellLast.ofDenial(next);
    }
    String key = owner + "." + name;
    if (MOVERS.contains(key)) {
      changed = true;
      return TellLast.ofCount(next);
    }
    Question question = find(QUESTIONS, key, descriptor);
    if (question == null) {
      question = find(WRITERS, key, descriptor);
    }
    if (question == null) {
      return next;
    }
    changed = true;
    if (question.descriptor.endsWith("Z")) {
      return new AskWhetherDone(next, question, Frame.atStart(owner, access, descriptor));
    }
    return new AskFirst(next, question);
  }

  private static Question find(Map<String, Question> questions, String key, String descriptor) {
    return questions.getOrDefault(key + descriptor, questions.get(key));
  }

  private static Question disk(int load, int slot, String name, String descriptor) {
    return new Question(DISK, load, slot, name, descriptor);
  }

  private static Question copied(int slot) {
    return disk(Opcodes.ALOAD, slot, "copies", PATH);
  }

  /** Who is asked what, and the variable that is passed; none for {@code NOP}. */
  private static final class Question {
    final String asked;
    final int load;
    final int slot;
    final String name;
    final String descriptor;

    Question(int load, int slot, String name, String descriptor) {
      this(GUARD, load, slot, name, descriptor);
    }

    Question(String asked, int load, int slot, String name, String descriptor) {
      this.asked = asked;
      this.load = load;
      this.slot = slot;
      this.name = name;
      this.descriptor = descriptor;
    }
  }

  /** Passes one of the method's variables to the guard. */
  private static final class AskFirst extends MethodVisitor {
    private final Question question;

    AskFirst(MethodVisitor next, Question question) {
      super(Code.API, next);
      this.question = question;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (question.load != Opcodes.NOP) {
        mv.visitVarInsn(question.load, question.slot);
      }
      Code.call(mv, question.asked, question.name, question.descriptor);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 2), maxLocals);
    }
  }

  /** Asks with one variable, or with two of which the second is a long, and returns where all was done. */
  private static final class AskWhetherDone extends MethodVisitor {
    private static final int ROOM = 3;

    private final Question question;
    private final Frame start;

    AskWhetherDone(MethodVisitor next, Question question, Frame start) {
      super(Code.API, next);
      this.question = question;
      this.start = start;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label goOn = new Label();
      mv.visitVarInsn(question.load, question.slot);
      if (Type.getArgumentTypes(question.descriptor).length > 1) {
        mv.visitVarInsn(Opcodes.LLOAD, question.slot + 1);
      }
      Code.call(mv, question.asked, question.name, question.descriptor);
      mv.visitJumpInsn(Opcodes.IFEQ, goOn);
      mv.visitInsn(Opcodes.RETURN);
      mv.visitLabel(goOn);
      start.visit(mv);
      // Whatever frame comes next is another instruction's.
      mv.visitInsn(Opcodes.NOP);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, ROOM), maxLocals);
    }
  }

  /** Parks, waits and notifies by the scheduler of a sequence's threads. */
  private final class TakesTurns extends MethodVisitor {
    TakesTurns(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String called, String name, String descriptor, boolean isInterface) {
      if (Turns.call(mv, opcode, called, name, descriptor)) {
        changed = true;
      } else {
        super.visitMethodInsn(opcode, called, name, descriptor, isInterface);
      }
    }
  }

  /** Tells the guard something where a method returns. */
  private static final class TellLast extends MethodVisitor {
    /** The most that is on the stack for that besides. */
    private static final int ROOM = 2;

    private final int returning;
    private final Consumer<MethodVisitor> telling;

    private TellLast(MethodVisitor next, int returning, Consumer<MethodVisitor> telling) {
      super(Code.API, next);
      this.returning = returning;
      this.telling = telling;
    }

    /** Of a constructor that takes a message: the new exception and the message. */
    static MethodVisitor ofDenial(MethodVisitor next) {
      return new TellLast(next, Opcodes.RETURN, TellLast::denied);
    }

    /** Of a method that gives a number of bytes: that number. */
    static MethodVisitor ofCount(MethodVisitor next) {
      return new TellLast(next, Opcodes.LRETURN, TellLast::written);
    }

    /** Of the method of {@code File} that lists a directory: what it gives, and the directory. */
    static MethodVisitor ofNames(MethodVisitor next) {
      return new TellLast(next, Opcodes.ARETURN, TellLast::listed);
    }

    /** Of the method that starts a thread: that thread. */
    static MethodVisitor ofStart(MethodVisitor next) {
      return new TellLast(next, Opcodes.RETURN, TellLast::started);
    }

    private static void started(MethodVisitor code) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      Code.call(code, Turns.THREADS, "started", THREAD);
    }

    private static void denied(MethodVisitor code) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(Opcodes.ALOAD, 1);
      Code.call(code, GUARD, "denied", "(Ljava/lang/Throwable;Ljava/lang/String;)V");
    }

    private static void written(MethodVisitor code) {
      code.visitInsn(Opcodes.DUP2);
      Code.call(code, DISK, "writes", "(J)V");
    }

    private static void listed(MethodVisitor code) {
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      Code.call(code, GUARD, "listed", "([Ljava/lang/String;Ljava/io/File;)V");
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == returning) {
        telling.accept(mv);
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + ROOM, maxLocals);
    }
  }

  /** Of a filter of members: leaves none where the guard hides their class. */
  private static final class ShowNothing extends MethodVisitor {
    private final String members;

    ShowNothing(MethodVisitor next, String descriptor) {
      super(Code.API, next);
      members = Type.getReturnType(descriptor).getInternalName();
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label goOn = new Label();
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      Code.call(mv, GUARD, "hides", "(Ljava/lang/Class;)Z");
      mv.visitJumpInsn(Opcodes.IFEQ, goOn);
      mv.visitInsn(Opcodes.ICONST_0);
      mv.visitTypeInsn(Opcodes.ANEWARRAY, Type.getType(members).getElementType().getInternalName());
      mv.visitInsn(Opcodes.ARETURN);
      mv.visitLabel(goOn);
      mv.visitFrame(Opcodes.F_NEW, 2, new Object[] {"java/lang/Class", members}, 0, null);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
  }
}
