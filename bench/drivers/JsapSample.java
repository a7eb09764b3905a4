import com.martiansoftware.jsap.FlaggedOption;
import com.martiansoftware.jsap.JSAP;
import com.martiansoftware.jsap.JSAPException;
import com.martiansoftware.jsap.JSAPResult;
import com.martiansoftware.jsap.QualifiedSwitch;
import com.martiansoftware.jsap.Switch;
import com.martiansoftware.jsap.UnflaggedOption;
import com.martiansoftware.jsap.defaultsources.PropertyDefaultSource;
import com.martiansoftware.jsap.stringparsers.DateStringParser;
import com.martiansoftware.jsap.stringparsers.EnumeratedStringParser;
import java.util.Iterator;

/** Declares the options of a small copying tool, and parses command lines with them, right ones and wrong ones. */
public final class JsapSample {
  private static final String[] SMALL = {
    "--count 3 --verbose source.txt target.txt", "-c 7 source.txt", "--count many source.txt", "--mode=fast a b c"
  };

  private static final String[] MORE = {
    "", "-v -c 12 --ratio 0.5 one two", "--level:high x", "--unknown x", "--day 2011-07-17 x", "-r=1.5 -c -4 'a b' \"c d\""
  };

  private JsapSample() {}

  /** With {@code full}, more command lines are parsed, and values come from defaults, lists and a property file's source. */
  public static void main(String[] arguments) throws JSAPException {
    boolean full = arguments.length > 0 && arguments[0].equals("full");
    JSAP parser = options(full);
    for (String line : SMALL) {
      show(parser.parse(line));
    }
    if (full) {
      for (String line : MORE) {
        show(parser.parse(line));
      }
      show(parser.parse(new String[] {"--count", "5", "left", "right"}));
      parser.unregisterParameter(parser.getByID("level"));
      show(parser.parse("--count 1 x"));
    }
    System.out.println(parser.getUsage());
    System.out.println(parser.getHelp());
  }

  private static JSAP options(boolean full) throws JSAPException {
    JSAP parser = new JSAP();
    FlaggedOption count =
        new FlaggedOption("count")
            .setStringParser(JSAP.INTEGER_PARSER)
            .setRequired(true)
            .setShortFlag('c')
            .setLongFlag("count");
    count.setDefault("1");
    count.setHelp("How often to copy.");
    parser.registerParameter(count);
    Switch verbose = new Switch("verbose").setShortFlag('v').setLongFlag("verbose");
    verbose.setHelp("Say what is done.");
    parser.registerParameter(verbose);
    parser.registerParameter(
        new FlaggedOption("mode")
            .setStringParser(EnumeratedStringParser.getParser("fast;safe"))
            .setLongFlag("mode"));
    if (full) {
      parser.registerParameter(
          new FlaggedOption("ratio")
              .setStringParser(JSAP.DOUBLE_PARSER)
              .setShortFlag('r')
              .setLongFlag("ratio"));
      DateStringParser dates = DateStringParser.getParser();
      dates.setProperty("format", "yyyy-MM-dd");
      parser.registerParameter(new FlaggedOption("day").setStringParser(dates).setLongFlag("day"));
      QualifiedSwitch level = new QualifiedSwitch("level");
      level.setLongFlag("level");
      parser.registerParameter(level);
      parser.registerDefaultSource(new PropertyDefaultSource("missing.properties", false));
    }
    parser.registerParameter(new UnflaggedOption("files").setGreedy(true));
    return parser;
  }

  private static void show(JSAPResult result) {
    if (!result.success()) {
      for (Iterator<?> errors = result.getErrorMessageIterator(); errors.hasNext(); ) {
        System.out.println(errors.next());
      }
      return;
    }
    System.out.println(result.getInt("count") + " " + result.getBoolean("verbose") + " " + result.getString("mode"));
    for (String file : result.getStringArray("files")) {
      System.out.println(file);
    }
  }
}
