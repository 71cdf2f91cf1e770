package dev.escarole.samples.bench;

import java.util.List;

/**
 * What the user wants to see measured. Immutable.
 *
 * @param parts parts of {@code task: contender}, one of which must be in it; none for all
 */
record Selection(List<String> parts) {

  static final Selection ALL = new Selection(List.of());

  Selection {
    parts = List.copyOf(parts);
  }

  boolean has(String title) {
    return parts.isEmpty() || parts.stream().anyMatch(title::contains);
  }
}
