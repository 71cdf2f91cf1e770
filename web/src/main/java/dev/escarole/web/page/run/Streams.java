package dev.escarole.web.page.run;

import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.ContentRef;
import java.util.Locale;
import java.util.Optional;

/** What an attempt read and wrote. */
final class Streams {

  private Streams() {}

  /** The streams, in the order in which pages show them. */
  enum Name {
    STDERR("Standard error"),
    STDOUT("Standard output"),
    STDIN("Standard input");

    private final String title;

    Name(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    ContentRef of(StoredAttempt attempt) {
      return switch (this) {
        case STDERR -> attempt.stderr();
        case STDOUT -> attempt.stdout();
        case STDIN -> attempt.stdin();
      };
    }

    static Optional<Name> ofWord(String word) {
      for (Name name : values()) {
        if (name.word().equals(word)) {
          return Optional.of(name);
        }
      }
      return Optional.empty();
    }
  }
}
