package dev.escarole.web.page.run;

import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What a reader has opened, or closed if it opens by itself. A group is named by a step, a tilde
 * and what its members have in common, such as {@code 0.0~pending.leaf0.echo}. While the run goes
 * on, its members come into other states, and the group may be gone: then what the reader opened
 * follows them. Confined to one thread.
 */
final class Toggles {

  private static final String SEPARATOR = "~";

  private final String base;
  private final Set<String> keys;
  private final boolean full;

  private Toggles(String base, Collection<String> keys, boolean full) {
    this.base = base;
    this.keys = new LinkedHashSet<>(keys);
    this.full = full;
  }

  /**
   * What the query of a request asks for.
   *
   * @param base the address without it
   * @param most how many are heeded
   */
  static Toggles of(Context ctx, String base, int most) {
    List<String> keys = ctx.queryParams("at").stream().distinct().toList();
    boolean full = keys.size() > most;
    return new Toggles(base, full ? keys.subList(0, most) : keys, full);
  }

  /** The key of a group, or of a part of one. */
  static String key(String owner, Object name) {
    return owner + SEPARATOR + name;
  }

  /** Whether the address has more than are heeded. */
  boolean isFull() {
    return full;
  }

  boolean contains(String key) {
    return keys.contains(key);
  }

  /** A group's name, taken apart. */
  record Group(String owner, String name) {}

  /**
   * Lets groups that are no more, and their parts, stand for those in which their members are now.
   *
   * @param heirs the keys of such groups; the same key if the group is still there, none if it is
   *     not one of these
   */
  void follow(Function<Group, List<String>> heirs) {
    for (String key : List.copyOf(keys)) {
      String[] parts = key.split(SEPARATOR, 3);
      if (parts.length > 1) {
        List<String> now = heirs.apply(new Group(parts[0], parts[1]));
        if (!now.isEmpty()) {
          keys.remove(key);
          now.forEach(each -> keys.add(parts.length == 2 ? each : key(each, parts[2])));
        }
      }
    }
  }

  /** The address of what is shown now. */
  String address() {
    return address(keys);
  }

  /** The address at which this is closed if it is open now, and open if it is closed. */
  String toggled(String key) {
    List<String> next = new ArrayList<>(keys);
    if (!next.remove(key)) {
      next.add(key);
    }
    return address(next);
  }

  private String address(Collection<String> open) {
    Address address = new Address(base);
    open.forEach(each -> address.with("at", each));
    return address.toString();
  }
}
