package dev.escarole.web.page.system;

import java.util.List;

/**
 * How the server does at one moment. Immutable.
 *
 * @param healthy whether everything does
 * @param troubles what does not, one sentence each
 */
public record SystemView(
    boolean healthy, List<String> troubles, List<Tile> tiles, List<Section> sections) {

  public SystemView {
    troubles = List.copyOf(troubles);
    tiles = List.copyOf(tiles);
    sections = List.copyOf(sections);
  }

  /** A figure to be seen from afar. */
  public record Tile(String label, String value, String note) {}

  /** Facts that belong together. */
  public record Section(String title, List<Fact> facts) {

    public Section {
      facts = List.copyOf(facts);
    }
  }

  /** A fact and what it is about. */
  public record Fact(String name, String value) {}
}
