package dev.escarole.web.page.recipe;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.words.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a launch takes over from an earlier run, because a form cannot hold it. Immutable.
 *
 * @param run the earlier run; empty if the form was not filled from one
 * @param stdin whether its input is used again
 * @param files names of its files that are given again
 */
public record Carried(String run, boolean stdin, Set<String> files) {

  static final Carried NOTHING = new Carried("", false, Set.of());

  /** As much as a request may have. */
  private static final long MOST_BYTES = 48L << 20;

  public Carried {
    files = Set.copyOf(files);
  }

  static Carried of(SentForm sent) {
    String run = sent.first("from");
    return run.isEmpty()
        ? NOTHING
        : new Carried(
            run,
            !sent.first("keep-stdin").isEmpty(),
            Set.copyOf(sent.fields().getOrDefault("keep-file", List.of())));
  }

  /**
   * The form with the bytes themselves.
   *
   * @throws RefusedException if the run or a file is gone, or if that is too much
   */
  static FormInput taken(FormInput input, Escarole escarole) {
    Carried carried = input.carried();
    if (!carried.stdin && carried.files.isEmpty()) {
      return input;
    }
    long rest = MOST_BYTES;
    byte[] stdin = input.file();
    if (carried.stdin) {
      stdin = bytes(escarole.output(new RunOutputQuery(carried.run, "stdin")), rest);
      rest -= stdin.length;
    }
    Map<String, byte[]> files = new LinkedHashMap<>(input.files());
    for (RunFileList.FilePicture given : escarole.files(new RunName(carried.run)).given()) {
      if (carried.files.contains(given.path()) && !files.containsKey(given.path())) {
        byte[] bytes = bytes(escarole.file(new FileQuery(carried.run, given.file())), rest);
        rest -= bytes.length;
        files.put(given.path(), bytes);
      }
    }
    return input.with(stdin, files);
  }

  private static byte[] bytes(OutputBytes output, long most) {
    if (output.size() > most) {
      throw new RefusedException(
          RefusalCode.INPUT_TOO_LARGE,
          "input and files of the earlier run are more than %s".formatted(Words.bytes(MOST_BYTES)),
          "Rerun that run instead, which keeps them, or grant a directory with them.");
    }
    try (InputStream in = output.open(0, output.size())) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
