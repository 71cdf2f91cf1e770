package dev.escarole.web.page.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the first page of a run shows. Immutable.
 *
 * @param tiles how many leaves are in which state
 * @param acceptance why a degraded run is not accepted, and which steps read the output of a failed
 *     one; a sentence each
 * @param joins in plan order, those with something missing first
 * @param joinsLeft how many more there are
 * @param failures the first leaves that failed
 * @param result the beginning of the result text; null while there is none
 * @param launch what the run was started with
 */
public record OverviewView(
    RunTitle head,
    List<Tile> tiles,
    List<String> acceptance,
    List<JoinLine> joins,
    int joinsLeft,
    List<RunTitle.Cause> failures,
    @Nullable Result result,
    Launch launch) {

  public OverviewView {
    tiles = List.copyOf(tiles);
    acceptance = List.copyOf(acceptance);
    joins = List.copyOf(joins);
    failures = List.copyOf(failures);
  }

  /** A state and how many leaves are in it. */
  public record Tile(String state, String number) {}

  /**
   * What the run came to.
   *
   * @param size in words
   * @param cut whether the text goes on
   * @param value the result that the author selected, or null if that is the text
   */
  public record Result(String text, String size, boolean cut, @Nullable String value) {}

  /**
   * What the run was started with.
   *
   * @param plan the beginning of the plan's hash
   * @param steps of the plan, in words
   * @param computed the inputs that the launch computed, and what computed them
   * @param stdin its size in words
   * @param recipe its text
   */
  public record Launch(
      String plan,
      String steps,
      List<Setting> values,
      List<Setting> computed,
      List<String> directories,
      String stdin,
      String recipe) {
    public Launch {
      values = List.copyOf(values);
      computed = List.copyOf(computed);
      directories = List.copyOf(directories);
    }
  }

  /** A name and what it was set to. */
  public record Setting(String name, String value) {}
}
