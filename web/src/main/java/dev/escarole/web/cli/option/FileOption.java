package dev.escarole.web.cli.option;

import dev.escarole.engine.files.GivenFile;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that a run is given. */
public final class FileOption {

  /** What a request of 64 MiB can hold in Base64, with the recipe. */
  private static final long MOST_SENT = 40L << 20;

  @Option(
      names = "--file",
      paramLabel = "NAME=PATH",
      description =
          "Gives the run a copy of a file, which commands read as /inputs/NAME; may be repeated. An"
              + " input of the recipe with this name and no value gets that path.")
  private List<String> files = new ArrayList<>();

  /** The files, each of which can be read. */
  public List<GivenFile> given(Console console) {
    List<GivenFile> given = new ArrayList<>();
    for (String text : files) {
      int equals = text.indexOf('=');
      if (equals <= 0) {
        throw badFile("--file " + text + ": it must have the form NAME=PATH", text);
      }
      Path path = path(console, text, text.substring(equals + 1));
      try {
        given.add(GivenFile.of(text.substring(0, equals), path));
      } catch (IllegalArgumentException e) {
        throw badFile("--file " + text + ": " + e.getMessage(), text);
      }
    }
    return given;
  }

  private static Path path(Console console, String text, String typed) {
    try {
      Path path = console.locate(Path.of(typed));
      if (Files.isRegularFile(path)) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw badFile("--file " + text + ": that is not a path", text);
    }
    throw badFile("--file " + text + ": there is no such file", text);
  }

  private static UsageException badFile(String message, String text) {
    return new UsageException(
        "bad-file", message, "Write for example --file table=./table.csv", text);
  }

  /** The files as a request holds them. */
  public static Map<String, @Nullable Object> sent(List<GivenFile> files) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    long left = MOST_SENT;
    for (GivenFile file : files) {
      try (InputStream in = file.source().open()) {
        byte[] bytes = in.readNBytes((int) left + 1);
        left -= bytes.length;
        if (left < 0) {
          throw new UsageException(
              "files-too-large",
              "more than 40 MiB of files cannot be sent to a server at once",
              "Put them on the server's machine and grant their directory with --dir.");
        }
        sent.put(file.name(), Map.of("base64", Base64.getEncoder().encodeToString(bytes)));
      } catch (IOException e) {
        throw badFile("--file " + file.name() + ": it cannot be read", file.name());
      }
    }
    return sent;
  }
}
