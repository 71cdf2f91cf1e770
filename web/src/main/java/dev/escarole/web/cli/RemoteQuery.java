package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list of a server that is read page by page. Confined to one thread. */
final class RemoteQuery {

  private static final int LARGEST_PAGE = 1000;

  private final StringBuilder address;

  RemoteQuery(String path) {
    this.address = new StringBuilder(path).append('?');
  }

  /** Narrows the list; null says nothing. */
  RemoteQuery with(String name, @Nullable Object value) {
    if (value != null) {
      address.append(name).append('=').append(Remote.part(value.toString())).append('&');
    }
    return this;
  }

  /** The first entries of the list, as many as there are or are wanted. */
  <T> List<T> all(Remote remote, int wanted, Function<JsonNode, List<T>> reader) {
    List<T> all = new ArrayList<>();
    String base = address.toString();
    String next = base;
    while (next != null && all.size() < wanted) {
      int limit = Math.min(LARGEST_PAGE, wanted - all.size());
      JsonNode page = remote.get(next + "limit=" + limit);
      all.addAll(reader.apply(page));
      String following = page.path("next").textValue();
      next = following == null ? null : base + cursor(following) + '&';
    }
    return all;
  }

  private static String cursor(String following) {
    return following.substring(following.lastIndexOf("cursor="));
  }
}
