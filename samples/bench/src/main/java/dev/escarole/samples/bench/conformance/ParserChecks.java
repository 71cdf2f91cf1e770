package dev.escarole.samples.bench.conformance;

import dev.escarole.samples.bench.conformance.Check.Category;
import dev.escarole.samples.bench.conformance.Check.Level;
import dev.escarole.samples.bench.conformance.Check.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is asked of the parser and the guard behind it (acli, section 4). */
final class ParserChecks {

  private static final String FORBIDDEN = ";&|`$(){}[]<>!";
  private static final int LONGEST = 10_000;
  private static final int MOST_WORDS = 100;

  private ParserChecks() {}

  static List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(parser("4.1.2", "single quotes are taken off", works("'help'")));
    checks.add(parser("4.1.2", "double quotes are taken off", works("\"help\"")));
    checks.add(parser("4.1.2", "a backslash escapes one character", works("he\\lp")));
    checks.add(parser("4.1.1", "blanks around and between words do not count", works("  help\t ")));
    checks.add(
        parser("4.1.2", "an open single quote is PARSE_ERROR", code("help 'x", "PARSE_ERROR")));
    checks.add(
        parser("4.1.2", "an open double quote is PARSE_ERROR", code("help \"x", "PARSE_ERROR")));
    checks.add(
        parser("4.1.2", "a backslash at the end is PARSE_ERROR", code("help \\", "PARSE_ERROR")));
    checks.add(parser("4.1.1", "an empty line is PARSE_ERROR", code("", "PARSE_ERROR")));
    checks.add(
        parser(
            "4.2.2",
            "a line of 10,000 characters is not too long",
            notCode("help " + "x".repeat(LONGEST - 5), "PARSE_ERROR")));
    checks.add(
        parser(
            "4.2.2",
            "a line of 10,001 characters is refused",
            refused("help " + "x".repeat(LONGEST - 4))));
    checks.add(
        parser(
            "4.2.2",
            "100 words are not too many",
            notCode("help" + " x".repeat(MOST_WORDS - 1), "PARSE_ERROR")));
    checks.add(parser("4.2.2", "101 words are refused", refused("help" + " x".repeat(MOST_WORDS))));
    checks.addAll(security());
    return checks;
  }

  private static List<Check> security() {
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < FORBIDDEN.length(); i++) {
      char c = FORBIDDEN.charAt(i);
      checks.add(
          security(
              "4.2.1", "%c is INJECTION_BLOCKED".formatted(c), "INJECTION_BLOCKED", "help x" + c));
      checks.add(
          security(
              "4.2.1",
              "%c in quotes is INJECTION_BLOCKED".formatted(c),
              "INJECTION_BLOCKED",
              "help 'x" + c + " y'"));
    }
    checks.add(
        security(
            "4.2.1",
            "a literal backslash is INJECTION_BLOCKED",
            "INJECTION_BLOCKED",
            "help 'a\\b'"));
    checks.add(
        security(
            "4.2.1",
            "the line that the text prints is blocked",
            "INJECTION_BLOCKED",
            "calendar events; rm -rf /"));
    checks.add(
        security(
            "2.2",
            "an injection is found before the command is looked for",
            "INJECTION_BLOCKED",
            "no-such-command-at-all $x"));
    checks.add(
        security(
            "8.2", "what is not offered is COMMAND_NOT_FOUND", "COMMAND_NOT_FOUND", "rm -rf x"));
    checks.add(
        security("8.1", "no program of the host is found", "COMMAND_NOT_FOUND", "/bin/sh -c id"));
    return checks;
  }

  private static Check parser(String section, String claim, Trial trial) {
    return new Check(Category.PARSER, section, Level.MINIMAL, claim, trial);
  }

  private static Check security(String section, String claim, String code, String line) {
    return new Check(Category.SECURITY, section, Level.MINIMAL, claim, code(line, code));
  }

  private static Trial works(String line) {
    return server -> {
      Server.Reply reply = server.send(line);
      return reply.success() ? "" : "answers " + reply.json();
    };
  }

  private static Trial refused(String line) {
    return server -> server.send(line).success() ? "accepts it" : "";
  }

  static Trial code(String line, String code) {
    return server -> differs(server, line, code);
  }

  private static String differs(Server server, String line, String code) throws IOException {
    String found = server.send(line).code();
    return found.equals(code) ? "" : "answers " + (found.isEmpty() ? "success" : found);
  }

  private static Trial notCode(String line, String code) {
    return server -> server.send(line).code().equals(code) ? "answers " + code : "";
  }
}
