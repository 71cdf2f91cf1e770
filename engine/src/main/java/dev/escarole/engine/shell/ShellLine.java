package dev.escarole.engine.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line that was read: steps, each with what decides whether it runs. */
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

  /** What a line does one after the other. */
  sealed interface Step permits Assignments, Pipeline {}

  /** Sets variables. */
  record Assignments(List<Assignment> all) implements Step {
    Assignments {
      all = List.copyOf(all);
    }
  }

  /** Sets one variable. */
  record Assignment(String name, Word value) {}

  /** Runs commands, each on what the one before it wrote. */
  record Pipeline(List<Stage> stages) implements Step {
    Pipeline {
      stages = List.copyOf(stages);
    }
  }

  /** One command: its name and arguments, and the files in place of its input and output. */
  record Stage(List<Word> words, @Nullable Word input, @Nullable Destination output) {
    Stage {
      words = List.copyOf(words);
    }
  }

  /** The file that takes a command's output. */
  record Destination(Word file, boolean append) {}

  /**
   * One word of a line. Whatever its variables hold, it stays one word.
   *
   * @param offset where it begins in the line
   * @param assigns the name that it assigns to if it stands where an assignment may; the parts
   *     include that name and its {@code =}
   * @param parts what it consists of, quotes resolved
   */
  record Word(int offset, @Nullable String assigns, List<Part> parts) {

    Word {
      parts = List.copyOf(parts);
    }

    /** A piece of a word. */
    sealed interface Part permits Literal, Variable {}

    /** Text that means itself. */
    record Literal(String text) implements Part {}

    /**
     * A variable.
     *
     * @param written how the line names it, which is also what an unknown one expands to
     */
    record Variable(String name, String written) implements Part {}

    /** What an assignment assigns: this word without the name and the sign after it. */
    Word value() {
      if (assigns == null || !(parts.get(0) instanceof Literal first)) {
        throw new IllegalStateException("BUG: not an assignment");
      }
      List<Part> rest = new ArrayList<>(parts);
      rest.set(0, new Literal(first.text().substring(assigns.length() + 1)));
      return new Word(offset, null, rest);
    }

    /** Says whether the word is this text, whatever any variable holds. */
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
