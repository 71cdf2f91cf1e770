package dev.escarole.engine.shell;

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
}
