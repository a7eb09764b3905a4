import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.reader.DimacsReader;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.IProblem;
import org.sat4j.specs.ISolver;
import org.sat4j.tools.ModelIterator;

/** Solves one satisfiable formula of five clauses; on request also larger random ones, and one from a DIMACS file. */
public final class Sat4jSample {
  private static final int[][] FIVE_CLAUSES = {{1, 2, -3}, {-1, 3}, {2, 4}, {-2, -4, 5}, {-5, 1}};

  private static final String DIMACS = "c a square\np cnf 4 4\n1 2 0\n-2 3 0\n-3 4 0\n-4 -1 0\n";

  private Sat4jSample() {}

  /** With {@code full}, formulas of 188 and 800 clauses follow. */
  public static void main(String[] arguments) throws Exception {
    ISolver solver = SolverFactory.newDefault();
    solver.newVar(5);
    solver.setExpectedNumberOfClauses(FIVE_CLAUSES.length);
    for (int[] clause : FIVE_CLAUSES) {
      solver.addClause(new VecInt(clause));
    }
    show(solver);
    if (arguments.length > 0 && arguments[0].equals("full")) {
      solver.reset();
      random(solver, 188, 60);
      solver.reset();
      random(SolverFactory.newLight(), 800, 200);
      IProblem read =
          new DimacsReader(SolverFactory.newDefault())
              .parseInstance(new ByteArrayInputStream(DIMACS.getBytes(StandardCharsets.US_ASCII)));
      show(read);
      count();
    }
  }

  /** Random clauses of three literals: below the ratio of 4.26 clauses a variable, nearly all are satisfiable. */
  private static void random(ISolver solver, int clauses, int variables) throws Exception {
    Random random = new Random(1);
    solver.newVar(variables);
    solver.setExpectedNumberOfClauses(clauses);
    solver.setTimeout(20);
    try {
      for (int clause = 0; clause < clauses; clause++) {
        VecInt literals = new VecInt();
        for (int literal = 0; literal < 3; literal++) {
          int variable = 1 + random.nextInt(variables);
          literals.push(random.nextBoolean() ? variable : -variable);
        }
        solver.addClause(literals);
      }
      solver.addAtLeast(new VecInt(new int[] {1, 2, 3, 4}), 1);
      show(solver);
    } catch (ContradictionException trivial) {
      System.out.println("contradiction");
    }
  }

  private static void count() throws Exception {
    ModelIterator all = new ModelIterator(SolverFactory.newDefault());
    all.newVar(3);
    all.addClause(new VecInt(new int[] {1, 2, 3}));
    int models = 0;
    while (all.isSatisfiable()) {
      all.model();
      models++;
    }
    System.out.println(models + " models");
  }

  private static void show(IProblem problem) throws Exception {
    if (problem.isSatisfiable()) {
      System.out.println(problem.model().length + " variables, the first is " + problem.model(1));
    } else {
      System.out.println("unsatisfiable");
    }
  }
}
