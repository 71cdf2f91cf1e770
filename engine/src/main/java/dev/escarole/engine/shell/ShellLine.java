package dev.escarole.engine.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

record ShellLine(List<Link> links) {

  ShellLine {
    links = List.copyOf(links);
  }

  enum When {
    ALWAYS,
    AFTER_SUCCESS,
    AFTER_FAILURE
  }

  record Link(When when, Step step) {}

  sealed interface Step permits Assignments, Pipeline {}

  record Assignments(List<Assignment> all) implements Step {
    Assignments {
      all = List.copyOf(all);
    }
  }

  record Assignment(String name, Word value) {}

  record Pipeline(List<Stage> stages) implements Step {
    Pipeline {
      stages = List.copyOf(stages);
    }
  }

  record Stage(List<Word> words, @Nullable Word input, @Nullable Destination output) {
    Stage {
      words = List.copyOf(words);
    }
  }

  record Destination(Word file, boolean append) {}

  /**
   * A word of a line. It stays one word, regardless of the values of its variables.
   *
   * @param offset its position in the line
   * @param assigns the assigned name, if it is an assignment; the parts include that name and its
   *     {@code =}
   * @param parts its parts, without quotes
   */
  record Word(int offset, @Nullable String assigns, List<Part> parts) {

    Word {
      parts = List.copyOf(parts);
    }

    /**
     * A part of a word.
     *
     * @param variable the name of a variable; null for literal text
     * @param text the text, or the reference as written, which is also the value of a variable that
     *     is not set
     */
    record Part(@Nullable String variable, String text) {}

    /** The assigned value: this word without the name and {@code =}. */
    Word value() {
      int name = Objects.requireNonNull(assigns).length() + 1;
      List<Part> rest = new ArrayList<>(parts);
      rest.set(0, new Part(null, parts.get(0).text().substring(name)));
      return new Word(offset, null, rest);
    }

    boolean isLiterally(String literal) {
      return parts.stream().allMatch(part -> part.variable() == null)
          && parts.stream().map(Part::text).collect(Collectors.joining()).equals(literal);
    }
  }
}
