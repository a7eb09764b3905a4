package org.palus.hook;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.DontInline;

/**
 * Record mode: what recorded code asked its collaborators and what these answered. It is told where
 * the call was made, when that has returned; a call that threw is not told.
 *
 * <pre>
 *   result = receiver.f(a);
 *   token = Collaborators.asked(receiver, id);
 *   CallSites.argument(1, a, token);
 *   CallSites.argument(0, result, token);
 * </pre>
 *
 * <p>So there is no frame that could end unseen, and nothing in between that could write records.
 */
public final class Collaborators {
  private static final int PLACES = 1 << 12;
  private static final int KEPT = 0;
  private static final int NOT_KEPT = -1;

  /** The class whose code is recorded that each place saw last: most see no other. */
  private static final WeakReference<?>[] RECORDED = new WeakReference<?>[PLACES];

  private Collaborators() {}

  /**
   * A method returned that was called by the name of an interface. What recorded code answers is no
   * collaborator's answer: a test can make such an object.
   *
   * @param receiver what it was called on
   * @return a token for {@link CallSites#argument}
   */
  public static int asked(Object receiver, int method) {
    WeakReference<?> last = RECORDED[method & PLACES - 1];
    return last != null && last.get() == receiver.getClass() ? NOT_KEPT : ask(receiver, method);
  }

  /** The same for one of a type that the user named, whoever answers. */
  @DontInline
  public static int asked(int method) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      if (buffer.draws(Tables.methodShift(method))) {
        Records.write(buffer, Records.ASKED, Tags.NONE, 0, 0, method, 0, 0, 0);
        return KEPT;
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return NOT_KEPT;
  }

  @DontInline
  private static int ask(Object receiver, int method) {
    try {
      ClassFacts facts = ClassFacts.of(receiver.getClass());
      if (!facts.isRecorded()) {
        return asked(method);
      }
      RECORDED[method & PLACES - 1] = facts.held(receiver.getClass());
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return NOT_KEPT;
  }
}
