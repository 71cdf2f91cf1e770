package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.Parser.ParseResult;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Suggests a valid line for an invalid one. It never guesses the meaning of a text: a line that
 * does something else than intended is worse than none.
 */
final class LineSuggestions {

  private static final int LONGEST_EXAMPLE = 300;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  private final Parser parser;
  private final Router router;

  LineSuggestions(Parser parser, Router router) {
    this.parser = parser;
    this.router = router;
  }

  List<String> examples(@Nullable String line) {
    String text = line == null ? "" : line;
    List<String> words = words(text);
    Optional<Route> meant = words.isEmpty() ? Optional.empty() : router.meant(words);
    if (meant.isEmpty()) {
      return List.of("help");
    }
    Route route = meant.get();
    String example = parser.parse(text) instanceof ParseResult.Ok ? repaired(route) : null;
    if (example != null && !repeats(example, text) && isRight(example)) {
      return List.of(example);
    }
    return List.of(route.path().equals(List.of("help")) ? "help" : "help " + route.name());
  }

  /** The line with corrected names; null if something would be lost or it is too long. */
  private static @Nullable String repaired(Route route) {
    Binding binding = Binding.of(route);
    if (!binding.keepsAll()) {
      return null;
    }
    List<String> repaired = new ArrayList<>(route.path());
    repaired.addAll(binding.repaired());
    String example = LineText.of(repaired);
    return example.length() <= LONGEST_EXAMPLE ? example : null;
  }

  /** The words of the line; if it cannot be split, its leading plain words. */
  private static List<String> words(String line) {
    try {
      return Parser.split(line);
    } catch (AcliException e) {
      List<String> plain = new ArrayList<>();
      for (String word : line.strip().split("[ \\t]+", -1)) {
        if (!NAME.matcher(word).matches()) {
          break;
        }
        plain.add(word);
      }
      return plain;
    }
  }

  /** Whether the example only repeats the refused line with other quotes or in another order. */
  private boolean repeats(String example, String refused) {
    return parser.parse(refused) instanceof ParseResult.Ok before
        && parser.parse(example) instanceof ParseResult.Ok after
        && before.value().stream()
            .sorted()
            .toList()
            .equals(after.value().stream().sorted().toList());
  }

  private boolean isRight(String line) {
    if (!(parser.parse(line) instanceof ParseResult.Ok parsed)) {
      return false;
    }
    try {
      Route route = router.route(parsed.value());
      List<String> subject = Binding.of(route).arguments().list("command");
      return !Discovery.asksAbout(route.command())
          || subject.isEmpty()
          || router.named(subject).isPresent();
    } catch (AcliException e) {
      return false;
    }
  }
}
