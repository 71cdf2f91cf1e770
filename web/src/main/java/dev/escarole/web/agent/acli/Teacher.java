package dev.escarole.web.agent.acli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a line that is right out of one that is not. */
final class Teacher {

  private static final int LONGEST_EXAMPLE = 300;

  private final Parser parser;
  private final Router router;

  Teacher(Parser parser, Router router) {
    this.parser = parser;
    this.router = router;
  }

  /** Lines that would be accepted in place of this one, which was refused; the nearest first. */
  List<String> examples(@Nullable String line) {
    String text = line == null ? "" : line;
    List<String> words = words(text);
    Optional<Route> meant = words.isEmpty() ? Optional.empty() : router.meant(words);
    if (meant.isEmpty()) {
      return List.of("help");
    }
    Route route = meant.get();
    List<String> repaired = new ArrayList<>(route.path());
    repaired.addAll(Binding.of(route).repaired());
    String example = LineText.of(repaired);
    if (example.length() <= LONGEST_EXAMPLE && !repeats(example, text) && isRight(example)) {
      return List.of(example);
    }
    return List.of(route.path().equals(List.of("help")) ? "help" : "help " + route.name());
  }

  private List<String> words(String line) {
    for (String end : List.of("", "'", "\"", " ")) {
      List<String> words = split(line + end);
      if (words != null) {
        return words;
      }
    }
    return List.of();
  }

  /** The harmless beginning of the line; null if it cannot be split. */
  private @Nullable List<String> split(String line) {
    List<String> harmless = new ArrayList<>();
    try {
      for (String word : new Tokenizer(line).words()) {
        String clean = parser.cleaned(word);
        if (!clean.isEmpty() || word.isEmpty()) {
          harmless.add(clean);
        }
        if (!clean.equals(word)) {
          break;
        }
      }
      return harmless;
    } catch (AcliException e) {
      return null;
    }
  }

  /**
   * Whether the example says nothing but what was refused, with other quotes or in another order.
   */
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
