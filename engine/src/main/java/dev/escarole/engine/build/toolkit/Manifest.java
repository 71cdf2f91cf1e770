package dev.escarole.engine.build.toolkit;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.SourceCheck;
import dev.escarole.engine.build.toolkit.ToolkitException.Reason;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The manifest of a toolkit, an Org file whose keywords say what is built from which files.
 *
 * @param name of the command, {@code CLI_BIN}
 * @param trust who vouches for it
 * @param language of the sources
 * @param options of the compiler, in order
 * @param sources SHA-256 of each source below {@code src} by its path, the main one first
 * @param artifact the program that they made when the toolkit was written; may be missing
 */
public record Manifest(
    String name,
    Trust trust,
    String language,
    List<String> options,
    Map<String, ArtifactId> sources,
    Optional<ArtifactId> artifact) {

  /** Its name in a toolkit. */
  public static final String FILE = "TOOLKIT.org";

  /** Largest manifest, in bytes. */
  static final int MOST_BYTES = 1 << 20;

  private static final Set<String> ONCE =
      Set.of("EXEC", "TRUST", "CLI_BIN", "LANGUAGE", "ARTIFACT", "TITLE");

  /** Who vouches for a toolkit; neither is believed without a pin. */
  public enum Trust {
    /** It was promoted from a command that was built in this installation. */
    FIRST_PARTY("first-party"),
    /** Somebody else wrote it. */
    THIRD_PARTY("third-party");

    private final String word;

    Trust(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /** Copies the collections. */
  public Manifest {
    options = List.copyOf(options);
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
  }

  /**
   * Reads a manifest. Lines that do not begin with {@code #+} are for people.
   *
   * @throws ToolkitException naming the line with the first mistake
   */
  public static Manifest read(String text) throws ToolkitException {
    Map<String, String> single = new LinkedHashMap<>();
    List<String> options = new ArrayList<>();
    Map<String, ArtifactId> sources = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.startsWith("#+")) {
        continue;
      }
      int colon = line.indexOf(':');
      String key = colon < 0 ? line : line.substring(2, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      if (key.equals("OPTION")) {
        options.add(value);
      } else if (key.equals("SOURCE")) {
        addSource(value, number, sources);
      } else if (!ONCE.contains(key)) {
        throw mistake(number, "'" + SourceCheck.shown(key) + "' is not a keyword of toolkits");
      } else if (single.put(key, value) != null) {
        throw mistake(number, "#+" + key + " stands there twice");
      }
    }
    return of(single, options, sources);
  }

  private static Manifest of(
      Map<String, String> single, List<String> options, Map<String, ArtifactId> sources)
      throws ToolkitException {
    if (!needed(single, "EXEC").equals("command")) {
      throw invalid("#+EXEC must be 'command', which is all that toolkits can hold");
    }
    String name = needed(single, "CLI_BIN");
    if (!Command.isValidName(name)) {
      throw invalid("#+CLI_BIN is '" + SourceCheck.shown(name) + "', which cannot name a command");
    }
    if (sources.isEmpty()) {
      throw invalid("it has no #+SOURCE");
    }
    String artifact = single.get("ARTIFACT");
    if (artifact != null && !ArtifactId.isValid(artifact)) {
      throw invalid("#+ARTIFACT is not a SHA-256");
    }
    return new Manifest(
        name,
        trust(needed(single, "TRUST")),
        needed(single, "LANGUAGE"),
        options,
        sources,
        Optional.ofNullable(artifact).map(ArtifactId::new));
  }

  private static Trust trust(String word) throws ToolkitException {
    for (Trust each : Trust.values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw invalid(
        "#+TRUST is '" + SourceCheck.shown(word) + "'; it must be 'first-party' or 'third-party'");
  }

  private static void addSource(String value, int line, Map<String, ArtifactId> sources)
      throws ToolkitException {
    int blank = value.indexOf(' ');
    String hash = blank < 0 ? value : value.substring(0, blank);
    String path = blank < 0 ? "" : value.substring(blank + 1).strip();
    if (!ArtifactId.isValid(hash)) {
      throw mistake(line, "#+SOURCE must be a SHA-256 in hex, a blank and a path");
    }
    try {
      SourceCheck.checkPath(path);
    } catch (BuildFailedException e) {
      throw mistake(line, String.valueOf(e.getMessage()));
    }
    if (sources.put(path, new ArtifactId(hash)) != null) {
      throw mistake(line, "the source '" + path + "' stands there twice");
    }
    if (sources.size() > SourceCheck.MOST_FILES) {
      throw mistake(line, "more than " + SourceCheck.MOST_FILES + " sources are listed");
    }
  }

  private static String needed(Map<String, String> single, String key) throws ToolkitException {
    String value = single.get(key);
    if (value == null || value.isEmpty()) {
      throw invalid("#+" + key + " is missing");
    }
    return value;
  }

  private static ToolkitException mistake(int line, String what) {
    return invalid("line " + line + ": " + what);
  }

  private static ToolkitException invalid(String what) {
    return new ToolkitException(
        Reason.INVALID_TOOLKIT,
        FILE + ": " + what,
        "'escarole toolkit promote NAME --to DIR' writes one that shows the form.");
  }

  /** Returns the text that {@link #read} reads. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("#+TITLE: ").append(name).append('\n');
    text.append("#+EXEC: command\n");
    text.append("#+TRUST: ").append(trust.word()).append('\n');
    text.append("#+CLI_BIN: ").append(name).append('\n');
    text.append("#+LANGUAGE: ").append(language).append('\n');
    options.forEach(each -> text.append("#+OPTION: ").append(each).append('\n'));
    sources.forEach(
        (path, hash) ->
            text.append("#+SOURCE: ").append(hash).append(' ').append(path).append('\n'));
    artifact.ifPresent(each -> text.append("#+ARTIFACT: ").append(each).append('\n'));
    text.append("\nBuild it: escarole toolkit build DIR. Every source is in src, under its path")
        .append(" above.\nA change of a file or of this one needs a new pin.\n");
    return text.toString();
  }
}
