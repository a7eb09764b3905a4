import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.safety.Safelist;
import org.jsoup.select.NodeTraversor;

/** Parses one page and selects from it; on request also broken pages, XML, cleaning and changes. */
public final class JsoupSample {
  private static final String PAGE =
      "<html><head><title>Tests</title></head><body><h1 id=top>Tests</h1>"
          + "<p class='a b'>One <b>two</b> &amp; three.</p><ul><li>x<li>y</ul>"
          + "<a href='/next?a=1&b=2'>next</a></body></html>";

  private static final String[] BROKEN = {
    "<table><tr><td>1<td>2<p></table>outside<select><option>a<option selected>b</select>",
    "<script>if (a < b) {}</script><textarea></p></textarea><!-- note --><!DOCTYPE html><br/>&notit; &#x41; &bogus;",
    "<form action=/send><input name=q value=1><input type=checkbox name=c checked></form><svg><path d='M0'/></svg>"
  };

  private static final String[] QUERIES = {
    "p.a > b", "li:nth-child(2)", "a[href^=/next], h1#top", "*:containsOwn(next)", "ul li:not(:first-child)", "p ~ ul"
  };

  private JsoupSample() {}

  /** With {@code full}, does more. */
  public static void main(String[] arguments) {
    Document page = Jsoup.parse(PAGE, "https://example.org/");
    System.out.println(page.title() + " " + page.select("p.a b").text() + " " + page.select("a").first().absUrl("href"));
    if (arguments.length > 0 && arguments[0].equals("full")) {
      more(page);
    }
  }

  private static void more(Document page) {
    for (String query : QUERIES) {
      System.out.println(query + " " + page.select(query).size());
    }
    for (String broken : BROKEN) {
      System.out.println(Jsoup.parse(broken).html());
      System.out.println(Jsoup.clean(broken, Safelist.relaxed()));
    }
    Document xml = Jsoup.parse("<?xml version='1.0'?><a><b c='1'/><![CDATA[x]]></a>", "", Parser.xmlParser());
    System.out.println(xml.outerHtml() + xml.selectXpath("//b").size());
    Element list = page.selectFirst("ul");
    list.appendElement("li").text("z").addClass("new").attr("data-n", "3");
    list.child(0).wrap("<div></div>").remove();
    list.prepend("<li>first");
    page.selectFirst("p").before("<hr>").unwrap();
    NodeTraversor.traverse((node, depth) -> node.nodeName(), page);
    System.out.println(page.body().html() + page.body().wholeText());
  }
}
