package app;

import demo.Stack;

/** Calls until it is killed, and says when it has made its first calls. */
public class Endless {
  public static void main(String[] arguments) throws Exception {
    Stack stack = new Stack(1);
    stack.push(1);
    Thread.sleep(1500);
    System.out.println("called");
    System.out.flush();
    if (arguments.length > 0) {
      Runtime.getRuntime().exec(new String[] {"kill", "-9", "" + ProcessHandle.current().pid()});
    }
    Thread.sleep(60_000);
  }
}
