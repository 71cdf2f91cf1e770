package dev.escarole.web.agent.acli;

import java.util.List;
import java.util.Optional;

/** One page of a list. */
record Paged<T>(List<T> items, int page, int pages) {

  static <T> Paged<T> of(List<T> all, int size, int page) {
    int pages = Math.max(1, (all.size() + size - 1) / size);
    int from = (int) Math.min(all.size(), (page - 1L) * size);
    return new Paged<>(all.subList(from, Math.min(all.size(), from + size)), page, pages);
  }

  /** The line that shows the next page. */
  Optional<String> more(String line) {
    return page < pages
        ? Optional.of("%s --page %d (of %d)".formatted(line, page + 1, pages))
        : Optional.empty();
  }
}
