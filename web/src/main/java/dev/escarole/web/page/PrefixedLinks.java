package dev.escarole.web.page;

import java.util.Set;

/**
 * Adds a prefix to the addresses in the tags of a filled template. Templates write addresses as
 * routes have them, from a slash on; text from outside has its {@code <} escaped, so every tag that
 * is found is the template's. Used once, by one thread.
 */
final class PrefixedLinks {

  /** The attributes in which templates and scripts have addresses. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          "href",
          "xlink:href",
          "src",
          "action",
          "formaction",
          "hx-get",
          "hx-post",
          "data-at",
          "data-tail");

  private final String html;
  private final String prefix;
  private final StringBuilder out;
  private int copied;
  private int at;

  private PrefixedLinks(String html, String prefix) {
    this.html = html;
    this.prefix = prefix;
    this.out = new StringBuilder(html.length() + 100 * prefix.length());
  }

  /**
   * @param prefix empty for none
   */
  static String apply(String html, String prefix) {
    return prefix.isEmpty() ? html : new PrefixedLinks(html, prefix).applied();
  }

  private String applied() {
    for (at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
      at++;
      if (at < html.length() && Character.isLetter(html.charAt(at))) {
        skipName();
        attributes();
      }
    }
    return out.append(html, copied, html.length()).toString();
  }

  private void attributes() {
    while (at < html.length() && html.charAt(at) != '>') {
      int begin = at;
      skipName();
      if (at == begin) {
        at++;
      } else if (at < html.length() && html.charAt(at) == '=') {
        value(html.substring(begin, at));
      }
    }
  }

  /** Goes to the end of a name. */
  private void skipName() {
    while (at < html.length() && " \t\r\n=>/\"'".indexOf(html.charAt(at)) < 0) {
      at++;
    }
  }

  /** Goes behind the value of an attribute, from the equals sign on. */
  private void value(String name) {
    int begin = at + 2;
    if (begin >= html.length() || "\"'".indexOf(html.charAt(at + 1)) < 0) {
      at++;
      return;
    }
    int end = html.indexOf(html.charAt(at + 1), begin);
    boolean address =
        ATTRIBUTES.contains(name) && html.charAt(begin) == '/' && !html.startsWith("//", begin);
    if (address) {
      out.append(html, copied, begin).append(prefix);
      copied = begin;
    }
    at = end < 0 ? html.length() : end + 1;
  }
}
