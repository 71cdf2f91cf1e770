package dev.escarole.engine.build;

import java.util.List;
import java.util.Optional;

/**
 * The way from one language's sources to a program. The compiler runs in the sandbox; a lane starts
 * no native process and gives the program nothing that its principal does not hold. Thread-safe.
 * Implements "commands that write commands" of the text on WebAssembly commands.
 */
public interface Lane {

  /** Returns the names of its language in lower case, the usual one first; never empty. */
  List<String> languages();

  /**
   * Returns the commands whose programs decide about the module. Their hashes are part of what
   * identifies a build: the same sources and options are compiled again only if one of them has
   * changed.
   */
  default List<String> compilers() {
    return List.of();
  }

  /** Returns a number that grows whenever the lane makes another module of the same sources. */
  default int version() {
    return 1;
  }

  /**
   * Returns what is missing before it can build, and what adds it, as sentences; empty if it can
   * build now.
   */
  Optional<String> missing(LaneTools tools);

  /**
   * Builds one program. It must depend on nothing but language, files, options and compilers; the
   * name of the command is for messages only.
   *
   * @return the WebAssembly module
   * @throws BuildFailedException if the compiler refuses the sources, or a tool is missing
   * @throws InterruptedException if the thread is interrupted
   */
  byte[] build(Sources sources, LaneTools tools) throws BuildFailedException, InterruptedException;
}
