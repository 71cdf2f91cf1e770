package dev.escarole.web.cli.text;

/** Colours text, or leaves it as it is. */
public record Paint(boolean on) {

  private static final String RESET = "\u001b[0m";

  public String bold(String text) {
    return wrap("1", text);
  }

  public String dim(String text) {
    return wrap("2", text);
  }

  public String red(String text) {
    return wrap("31", text);
  }

  public String green(String text) {
    return wrap("32", text);
  }

  public String yellow(String text) {
    return wrap("33", text);
  }

  public String cyan(String text) {
    return wrap("36", text);
  }

  private String wrap(String code, String text) {
    return on && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
