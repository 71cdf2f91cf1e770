package dev.escarole.engine.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed line: its steps and their conditions. */
record ShellLine(List<Link> links) {

  ShellLine {
    links = List.copyOf(links);
  }

  /** When a step runs. */
  enum When {
    ALWAYS,
    AFTER_SUCCESS,
    AFTER_FAILURE
  }

  /** A step and when it runs. */
  record Link(When when, Step step) {}

  /** A step of a line. */
  sealed interface Step permits Assignments, Pipeline {}

  /** Sets variables. */
  record Assignments(List<Assignment> all) implements Step {
    Assignments {
      all = List.copyOf(all);
    }
  }

  /** Sets one variable. */
  record Assignment(String name, Word value) {}

  /** Runs commands, each with the output of the one before as input. */
  record Pipeline(List<Stage> stages) implements Step {
    Pipeline {
      stages = List.copyOf(stages);
    }
  }

  /** A command: its name, arguments and redirections. */
  record Stage(List<Word> words, @Nullable Word input, @Nullable Destination output) {
    Stage {
      words = List.copyOf(words);
    }
  }

  /** The file for a command's output. */
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

    /** A part of a word. */
    sealed interface Part permits Literal, Variable {}

    /** Literal text. */
    record Literal(String text) implements Part {}

    /**
     * A variable.
     *
     * @param written the reference as written, which is also the value if the variable is not set
     */
    record Variable(String name, String written) implements Part {}

    /** The assigned value: this word without the name and {@code =}. */
    Word value() {
      if (assigns == null || !(parts.get(0) instanceof Literal first)) {
        throw new IllegalStateException("BUG: not an assignment");
      }
      List<Part> rest = new ArrayList<>(parts);
      rest.set(0, new Literal(first.text().substring(assigns.length() + 1)));
      return new Word(offset, null, rest);
    }

    /** Whether the word is this literal text. */
    boolean isLiterally(String text) {
      StringBuilder own = new StringBuilder();
      for (Part part : parts) {
        if (!(part instanceof Literal literal)) {
          return false;
        }
        own.append(literal.text());
      }
      return own.toString().equals(text);
    }
  }
}
