package dev.escarole.engine.catalog;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Needs;
import dev.escarole.engine.command.ProgramTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the catalogue: programs that are added together. Immutable.
 *
 * @param name how {@code commands add} names it
 * @param about one line about it; may be empty
 * @param licence SPDX identifier; may be empty
 * @param source where it is published
 * @param programs one, or at least one for {@link Kind#BUNDLE}
 * @param needs what its programs need, with the directories that come with them
 * @param trees where those directories come from
 * @param own whether it is the operator's own row
 */
public record CatalogRow(
    String name,
    Kind kind,
    String about,
    String licence,
    Coordinate source,
    List<Program> programs,
    Needs needs,
    List<TreeSource> trees,
    boolean own) {

  public CatalogRow {
    programs = List.copyOf(programs);
    trees = List.copyOf(trees);
  }

  /** How a row becomes commands. */
  public enum Kind {
    /** One program. */
    WASM,
    /** One archive with several programs. */
    BUNDLE,
    /** C source. */
    C,
    /** JavaScript source. */
    JS,
    /** Python source. */
    PYTHON;

    /** Returns the word in a catalogue. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the row is built from source. */
    boolean isSource() {
      return this != WASM && this != BUNDLE;
    }
  }

  /**
   * A program of a row.
   *
   * @param name of the command
   * @param source with the path in the archive
   * @param artifact its pinned hash
   * @param aliases further names of the same program, which it sees as its {@code argv[0]}
   * @param tests calls that prove it; may be empty
   * @param resources files of the same archive that come with it, by their paths, with their hashes
   * @param build how it is built from source; null if it is published as a program
   * @param harness the module of ours that makes it a program, which is then frozen; empty if it is
   *     a program by itself
   */
  public record Program(
      String name,
      Coordinate source,
      ArtifactId artifact,
      ArgumentMode mode,
      List<String> aliases,
      List<SmokeTest> tests,
      Map<String, ArtifactId> resources,
      @Nullable SourceBuild build,
      String harness) {

    public Program {
      aliases = List.copyOf(aliases);
      tests = List.copyOf(tests);
      resources = Map.copyOf(resources);
    }

    /** Returns all names of the program. */
    public List<String> names() {
      List<String> names = new ArrayList<>(List.of(name));
      names.addAll(aliases);
      return names;
    }
  }

  /**
   * Where a directory comes from that the programs of a row see.
   *
   * @param source an archive, or one inside another
   * @param archive its pinned hash
   * @param path the directory in it whose content is taken, without a slash at either end; empty
   *     for the whole archive
   */
  public record TreeSource(Coordinate source, ArtifactId archive, String path, ProgramTree tree) {}

  /** Returns the names of all its commands. */
  public List<String> commands() {
    return programs.stream().flatMap(each -> each.names().stream()).toList();
  }
}
