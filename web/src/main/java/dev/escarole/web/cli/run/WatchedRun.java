package dev.escarole.web.cli.run;

import dev.escarole.web.cli.run.FileWatch.Pause;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs again whenever files change, until it is interrupted. Used once. */
final class WatchedRun {

  private final Console console;
  private final Supplier<List<Path>> files;
  private final Callable<Integer> once;
  private final Failures failures;

  /** Shows why something could not run. */
  interface Failures {
    int show(Exception failure) throws Exception;
  }

  /**
   * @param files whose changes matter; asked before each run, because a change can add others
   * @param once runs and shows the result
   */
  WatchedRun(
      Console console, Supplier<List<Path>> files, Callable<Integer> once, Failures failures) {
    this.console = console;
    this.files = files;
    this.once = once;
    this.failures = failures;
  }

  /**
   * Runs until this thread is interrupted.
   *
   * @param pause what passes between two looks at the files
   * @return the exit code of the last run
   * @throws Exception if there is nothing to watch at first
   */
  int loop(Pause pause) throws Exception {
    FileWatch watch = new FileWatch(pause);
    watch.add(files.get());
    for (int number = 1; ; number++) {
      int code = runOnce(watch);
      console.say("watching " + names(watch.files()) + " (Ctrl-C ends)");
      try {
        heading(number + 1, names(watch.await()));
      } catch (InterruptedException e) {
        return code;
      }
    }
  }

  private int runOnce(FileWatch watch) throws Exception {
    try {
      watch.add(files.get());
      return once.call();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return failures.show(e);
    }
  }

  private void heading(int number, String changed) {
    console.say("");
    console.say(
        console
            .errPaint()
            .bold(
                "=== run %d at %s: %s changed ==="
                    .formatted(number, TextFormat.time(console.clock().instant()), changed)));
  }

  private static String names(List<Path> files) {
    return files.stream()
        .map(file -> TextFormat.plain(file.toString()))
        .collect(Collectors.joining(", "));
  }
}
