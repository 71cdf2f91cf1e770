package dev.escarole.samples.bench.conformance;

import dev.escarole.samples.bench.conformance.Check.Category;
import dev.escarole.samples.bench.conformance.Check.Level;
import dev.escarole.samples.bench.conformance.Check.Trial;
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
    checks.add(unparsed("4.1.2", "an open single quote", "help 'x"));
    checks.add(unparsed("4.1.2", "an open double quote", "help \"x"));
    checks.add(unparsed("4.1.2", "a backslash at the end", "help \\"));
    checks.add(unparsed("4.1.1", "an empty line", ""));
    String longest = "help " + "x".repeat(LONGEST - 5);
    checks.add(parser("4.2.2", "a line of 10,000 characters is not too long", parsed(longest)));
    checks.add(parser("4.2.2", "a line of 10,001 characters is refused", refused(longest + "x")));
    String most = "help" + " x".repeat(MOST_WORDS - 1);
    checks.add(parser("4.2.2", "100 words are not too many", parsed(most)));
    checks.add(parser("4.2.2", "101 words are refused", refused(most + " x")));
    for (int i = 0; i < FORBIDDEN.length(); i++) {
      char c = FORBIDDEN.charAt(i);
      checks.add(blocked("4.2.1", c + " is INJECTION_BLOCKED", "help x" + c));
      checks.add(blocked("4.2.1", c + " in quotes is INJECTION_BLOCKED", "help 'x" + c + " y'"));
    }
    checks.add(blocked("4.2.1", "a literal backslash is INJECTION_BLOCKED", "help 'a\\b'"));
    String printed = "calendar events; rm -rf /";
    checks.add(blocked("4.2.1", "the line that the text prints is blocked", printed));
    String early = "an injection is found before the command is looked for";
    checks.add(blocked("2.2", early, "no-such-command-at-all $x"));
    checks.add(unknown("8.2", "what is not offered is COMMAND_NOT_FOUND", "rm -rf x"));
    checks.add(unknown("8.1", "no program of the host is found", "/bin/sh -c id"));
    return checks;
  }

  private static Check parser(String section, String claim, Trial trial) {
    return new Check(Category.PARSER, section, Level.MINIMAL, claim, trial);
  }

  private static Check unparsed(String section, String what, String line) {
    return parser(section, what + " is PARSE_ERROR", code(line, "PARSE_ERROR"));
  }

  private static Check blocked(String section, String claim, String line) {
    Trial trial = code(line, "INJECTION_BLOCKED");
    return new Check(Category.SECURITY, section, Level.MINIMAL, claim, trial);
  }

  private static Check unknown(String section, String claim, String line) {
    Trial trial = code(line, "COMMAND_NOT_FOUND");
    return new Check(Category.SECURITY, section, Level.MINIMAL, claim, trial);
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
    return server -> {
      String found = server.send(line).code();
      return found.equals(code) ? "" : "answers " + (found.isEmpty() ? "success" : found);
    };
  }

  private static Trial parsed(String line) {
    return server -> server.send(line).code().equals("PARSE_ERROR") ? "answers PARSE_ERROR" : "";
  }
}
