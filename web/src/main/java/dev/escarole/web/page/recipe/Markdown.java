package dev.escarole.web.page.recipe;

import dev.escarole.web.page.words.Words;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.UrlSanitizer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Descriptions as pages show them: text, links to ordinary addresses and a few harmless elements.
 * HTML, scripts and pictures of the author are removed.
 */
final class Markdown {

  /** Longer texts are shown as they are. */
  static final int LONGEST = 20_000;

  private static final int DEEPEST_BLOCKS = 50;

  /** The rest of a longer line is not shown. */
  private static final int LONGEST_LINE = 1_000;

  /** The description stands below a heading of the second level. */
  private static final int LEVELS_BELOW = 2;

  private static final int LOWEST_HEADING = 6;
  private static final Set<String> SCHEMES = Set.of("http", "https", "mailto");

  private static final Parser PARSER = Parser.builder().maxOpenBlockParsers(DEEPEST_BLOCKS).build();
  private static final TextContentRenderer PLAIN = TextContentRenderer.builder().build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .escapeHtml(true)
          .sanitizeUrls(true)
          .urlSanitizer(new OrdinaryAddresses())
          .attributeProviderFactory(context -> Markdown::attributes)
          .softbreak("\n")
          .build();

  private Markdown() {}

  /** The HTML of a description, safe to be put into a page. */
  static String html(String text) {
    if (text.length() > LONGEST) {
      return "<pre class=\"text wrap\">" + escaped(text) + "</pre>";
    }
    try {
      Node document = PARSER.parse(text);
      document.accept(new Tamed());
      return RENDERER.render(document);
    } catch (StackOverflowError e) {
      // Thousands of nested marks.
      return "<pre class=\"text wrap\">" + escaped(text) + "</pre>";
    }
  }

  /** The first line of a description that says something, as plain text. */
  static String firstLine(String text) {
    return text.lines()
        .map(line -> PLAIN.render(PARSER.parse(Words.brief(line, LONGEST_LINE))).strip())
        .filter(line -> !line.isEmpty())
        .findFirst()
        .map(line -> Words.brief(line, 200))
        .orElse("");
  }

  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (!(node instanceof Link)) {
      return;
    }
    if ("".equals(attributes.get("href"))) {
      attributes.remove("href");
    } else {
      attributes.put("rel", "nofollow noopener noreferrer");
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static final class Tamed extends AbstractVisitor {

    @Override
    public void visit(Heading heading) {
      heading.setLevel(Math.min(LOWEST_HEADING, heading.getLevel() + LEVELS_BELOW));
      visitChildren(heading);
    }

    @Override
    public void visit(Image image) {
      Link link = new Link(image.getDestination(), image.getTitle());
      Node child = image.getFirstChild();
      while (child != null) {
        Node next = child.getNext();
        link.appendChild(child);
        child = next;
      }
      image.insertAfter(link);
      image.unlink();
    }
  }

  /** Allows addresses of the web and of mail, and paths on this server. */
  private static final class OrdinaryAddresses implements UrlSanitizer {

    @Override
    public String sanitizeLinkUrl(String url) {
      String plain = url.replaceAll("[\\p{Cntrl}\\s]", "");
      int colon = plain.indexOf(':');
      boolean hasScheme = colon >= 0 && plain.substring(0, colon).matches("[^/?#]*");
      boolean fine =
          !hasScheme || SCHEMES.contains(plain.substring(0, colon).toLowerCase(Locale.ROOT));
      return fine ? plain : "";
    }

    @Override
    public String sanitizeImageUrl(String url) {
      return "";
    }
  }
}
