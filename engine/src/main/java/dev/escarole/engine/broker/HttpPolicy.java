package dev.escarole.engine.broker;

import dev.escarole.engine.command.HttpGrant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operator's side of the HTTP requests of a principal's commands. A request also needs a grant
 * of the recipe. Immutable.
 *
 * @param grants the permitted requests; none by default
 * @param privatePlaces hosts with ports, such as {@code localhost:8080}, whose addresses may be
 *     private ones; none by default
 * @param secrets the secrets that its requests may use, by name
 * @param proxied whether requests go through the proxy of this machine where it has one, which
 *     looks names up itself; false by default
 */
public record HttpPolicy(
    List<HttpGrant> grants,
    Set<String> privatePlaces,
    Map<String, HttpSecret> secrets,
    HttpQuota quota,
    boolean proxied) {

  /** No requests. */
  public static final HttpPolicy NOTHING =
      new HttpPolicy(List.of(), Set.of(), Map.of(), HttpQuota.DEFAULT, false);

  /** Copies the collections. */
  public HttpPolicy {
    grants = List.copyOf(grants);
    privatePlaces = Set.copyOf(privatePlaces);
    secrets = Map.copyOf(secrets);
  }

  /** Returns whether each request of a grant is permitted. */
  public boolean permitsAll(HttpGrant wanted) {
    return wanted.methods().stream()
        .allMatch(
            method -> wanted.paths().stream().allMatch(path -> permits(wanted, method, path)));
  }

  private boolean permits(HttpGrant wanted, String method, String path) {
    return grants.stream().anyMatch(each -> each.permits(method, wanted.origin(), path));
  }

  /**
   * Limits on the requests of a principal. Requests beyond them wait.
   *
   * @param perSecond requests that begin in one second: 1 or more, default 50
   * @param atOnce requests at once: 1 or more, default 8
   */
  public record HttpQuota(int perSecond, int atOnce) {

    /** The default quota. */
    public static final HttpQuota DEFAULT = new HttpQuota(50, 8);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public HttpQuota {
      if (perSecond < 1 || atOnce < 1) {
        throw new IllegalArgumentException(
            "Policy.http must have a quota of 1 or more (default 50 a second, 8 at once)");
      }
    }
  }

  /**
   * A secret, and where it may be sent. The value itself is read for each request and never kept.
   *
   * @param name the name in placeholders
   * @param origins the origins that may receive it
   */
  public record HttpSecret(String name, SecretSource source, Set<String> origins) {

    /** Copies the origins. */
    public HttpSecret {
      origins = Set.copyOf(origins);
    }
  }

  /**
   * Where the value of a secret is: in an environment variable of the process, or in a file.
   *
   * @param variable the name of the variable; null for a file
   * @param file the file; null for a variable
   * @param mounted whether the file is in a directory that a platform such as Kubernetes fills,
   *     where it may be a link and may be readable by others
   */
  public record SecretSource(@Nullable String variable, @Nullable Path file, boolean mounted) {}
}
