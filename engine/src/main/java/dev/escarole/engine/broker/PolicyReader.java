package dev.escarole.engine.broker;

import dev.escarole.engine.broker.Policy.Capabilities;
import dev.escarole.engine.broker.Policy.Grants;
import dev.escarole.engine.broker.Policy.Quota;
import dev.escarole.engine.broker.Policy.Runs;
import dev.escarole.engine.broker.Policy.Standing;
import dev.escarole.engine.broker.PolicyException.PolicyProblem;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads policy files. Immutable and thread-safe. */
public final class PolicyReader {

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_PRINCIPALS = 10_000;
  private static final int LONGEST_NAME = 128;

  private static final List<String> FILE_KEYS =
      List.of("principals", "limits", "fetch", "secrets", "programs");
  private static final List<String> PRINCIPAL_KEYS =
      Stream.concat(
              Stream.of(
                  "allow",
                  "revoked",
                  "commands",
                  "capabilities",
                  "calls_per_second",
                  "concurrent_calls",
                  "depth",
                  "directories",
                  "environment",
                  "limits",
                  "runs"),
              HttpPolicyReader.KEYS.stream())
          .toList();
  private static final List<String> CAPABILITIES = List.of("exec", "commands", "approve");
  private static final Map<String, BiFunction<Quota, String, Quota>> QUOTAS =
      Map.of(
          "calls_per_second",
          (quota, text) ->
              new Quota(
                  OptionalInt.of(Quantities.integer(text)),
                  quota.concurrentCalls(),
                  quota.maxDepth()),
          "concurrent_calls",
          (quota, text) ->
              new Quota(
                  quota.callsPerSecond(),
                  OptionalInt.of(Quantities.integer(text)),
                  quota.maxDepth()),
          "depth",
          (quota, text) ->
              new Quota(quota.callsPerSecond(), quota.concurrentCalls(), Quantities.integer(text)));

  private static final Map<String, BiFunction<Limits, String, Limits>> LIMITS = limitKeys();

  private final Limits base;

  /**
   * Creates a reader.
   *
   * @param base the default limits
   */
  public PolicyReader(Limits base) {
    this.base = base;
  }

  private static Map<String, BiFunction<Limits, String, Limits>> limitKeys() {
    Map<String, BiFunction<Limits, String, Limits>> keys = new LinkedHashMap<>();
    keys.put("wall_clock", (limits, text) -> limits.withWallClock(Quantities.duration(text)));
    keys.put("fuel", (limits, text) -> limits.withFuel(Quantities.number(text)));
    keys.put("memory", (limits, text) -> limits.withMemoryBytes(Quantities.bytes(text)));
    keys.put("stdin", (limits, text) -> limits.withStdinBytes(Quantities.bytes(text)));
    keys.put("argv", (limits, text) -> limits.withArgvBytes(Quantities.bytes(text)));
    keys.put("stdout", (limits, text) -> limits.withOutputBytes(Quantities.bytes(text)));
    // An alias: the same limit applies to standard error.
    keys.put("output", (limits, text) -> limits.withOutputBytes(Quantities.bytes(text)));
    return keys;
  }

  /**
   * Reads a file.
   *
   * @throws PolicyException listing every problem in the file, or saying that it cannot be read or
   *     that other users can write it
   */
  public PolicyFile read(Path file) {
    try {
      PrivateFiles.check(file);
    } catch (UnsafeFileException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw unreadable(file, "the file has more than " + MOST_BYTES + " bytes");
      }
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return parse(text.toString(), file.toString());
    } catch (NoSuchFileException e) {
      throw unreadable(file, "no such file");
    } catch (CharacterCodingException e) {
      throw unreadable(file, "the file is not text in UTF-8");
    } catch (IOException e) {
      throw unreadable(file, "the file cannot be read");
    }
  }

  private static PolicyException unreadable(Path file, String why) {
    return new PolicyException(List.of(new PolicyProblem(file.toString(), 0, 0, why, null)));
  }

  /**
   * Parses a text; an empty one grants nothing.
   *
   * @param name its name in messages
   * @throws PolicyException listing every problem
   */
  public PolicyFile parse(String text, String name) {
    PolicyText source = new PolicyText(name);
    Node root = source.root(text);
    PolicyFile file = root == null ? PolicyFile.empty() : file(source, root);
    source.check();
    return file;
  }

  private PolicyFile file(PolicyText source, Node root) {
    Map<String, Node> members = source.members(root, "a policy file", FILE_KEYS);
    Node everybody = members.get("limits");
    Limits limits = everybody == null ? base : limits(source, everybody, base);
    HttpPolicyReader http = new HttpPolicyReader(source, members.get("secrets"));
    CommandNames fetch = fetch(source, members.get("fetch"));
    HttpPolicy operator = HttpPolicy.NOTHING;
    Map<String, Policy> principals = new HashMap<>();
    Node named = members.get("principals");
    if (named != null) {
      Map<String, Node> all = source.members(named, "'principals'", List.of());
      if (all.size() > MOST_PRINCIPALS) {
        source.problem(named, "there are more than " + MOST_PRINCIPALS + " principals", null);
        return PolicyFile.empty();
      }
      Node own = all.remove(Principal.localOperator().name());
      if (own != null) {
        operator = operator(source, own, http);
      }
      all.forEach(
          (name, node) -> principals.put(name, principal(source, name, node, limits, http, fetch)));
    }
    return new PolicyFile(
        principals,
        Optional.ofNullable(everybody == null ? null : limits),
        operator,
        fetch,
        programs(source, members.get("programs")));
  }

  private static CommandNames fetch(PolicyText source, @Nullable Node node) {
    return new CommandNames(
        Set.copyOf(source.items(node, "'fetch'", PolicyReader::fetchedCommand)));
  }

  private static String fetchedCommand(String name) {
    if (name.startsWith("sha256:")) {
      throw new IllegalArgumentException(
          "'fetch' names commands of the catalogue, was '%s'".formatted(name));
    }
    return command(name);
  }

  private static ProgramCode programs(PolicyText source, @Nullable Node node) {
    return node == null
        ? ProgramCode.COMPILED
        : source.value(node, "'programs'", PolicyReader::code).orElse(ProgramCode.INTERPRETED);
  }

  private static ProgramCode code(String text) {
    return ProgramCode.of(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'programs' must be compiled or interpreted, was '" + text + "'"));
  }

  /** The local operator may do everything but what has to be named in any case. */
  private static HttpPolicy operator(PolicyText source, Node node, HttpPolicyReader http) {
    String name = Principal.localOperator().name();
    Map<String, Node> members = source.members(node, "principal '" + name + "'", List.of());
    members
        .entrySet()
        .removeIf(
            member -> {
              boolean other = !HttpPolicyReader.KEYS.contains(member.getKey());
              if (other) {
                source.problem(
                    member.getValue(),
                    "'%s' is the local operator, who may do everything but HTTP requests: '%s' has"
                            .formatted(name, member.getKey())
                        + " no meaning there",
                    "Choose another name, or set 'limits' at the top of the file.");
              }
              return other;
            });
    return http.policy(members);
  }

  private static Policy principal(
      PolicyText source,
      String name,
      Node node,
      Limits everybody,
      HttpPolicyReader http,
      CommandNames fetch) {
    checkName(source, name, node);
    Map<String, Node> members = source.members(node, "principal '" + name + "'", PRINCIPAL_KEYS);
    Node limits = members.get("limits");
    return new Policy(
        standing(source, members),
        Optional.of(
            new CommandNames(
                Set.copyOf(
                    source.items(members.get("commands"), "'commands'", PolicyReader::command)))),
        capabilities(source, members.get("capabilities")),
        changed(source, members, QUOTAS, Quota.DEFAULT),
        new Grants(
            Optional.of(
                source.items(members.get("directories"), "'directories'", PolicyReader::directory)),
            Optional.of(
                Set.copyOf(
                    source.items(
                        members.get("environment"), "'environment'", PolicyReader::variable))),
            Optional.of(limits == null ? everybody : limits(source, limits, everybody)),
            http.policy(members),
            fetch),
        runs(source, members.get("runs")));
  }

  private static void checkName(PolicyText source, String name, Node node) {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      source.problem(node, "a principal's name has 1 to " + LONGEST_NAME + " characters", null);
    }
  }

  private static Standing standing(PolicyText source, Map<String, Node> members) {
    Node revoked = members.get("revoked");
    Node allow = members.get("allow");
    boolean isAllowed = allow != null && source.isTrue(allow, "'allow'");
    if (revoked != null && source.isTrue(revoked, "'revoked'")) {
      return Standing.REVOKED;
    }
    return isAllowed ? Standing.ALLOWED : Standing.DENIED;
  }

  private static Optional<Runs> runs(PolicyText source, @Nullable Node node) {
    return node == null ? Optional.empty() : source.value(node, "'runs'", PolicyReader::runs);
  }

  private static Runs runs(String text) {
    return switch (text) {
      case "own" -> Runs.OWN;
      case "all" -> Runs.ALL;
      default ->
          throw new IllegalArgumentException("'runs' must be own or all, was '" + text + "'");
    };
  }

  private static Capabilities capabilities(PolicyText source, @Nullable Node node) {
    List<String> granted = source.items(node, "'capabilities'", PolicyReader::capability);
    return new Capabilities(
        granted.contains("exec"), granted.contains("commands"), granted.contains("approve"));
  }

  private static String command(String pattern) {
    return new CommandNames(Set.of(pattern)).patterns().iterator().next();
  }

  private static String capability(String name) {
    if (!CAPABILITIES.contains(name)) {
      throw new IllegalArgumentException(
          "unknown capability '" + name + "'. " + PolicyText.meant(name, CAPABILITIES));
    }
    return name;
  }

  /** Returns the value after each given key has changed it. */
  private static <T> T changed(
      PolicyText source,
      Map<String, Node> members,
      Map<String, BiFunction<T, String, T>> changes,
      T preset) {
    T value = preset;
    for (var change : changes.entrySet()) {
      Node node = members.get(change.getKey());
      if (node != null) {
        T old = value;
        String what = "'" + change.getKey() + "'";
        value = source.value(node, what, text -> change.getValue().apply(old, text)).orElse(old);
      }
    }
    return value;
  }

  private static DirectoryGrant directory(String text) {
    DirectoryGrant grant = DirectoryGrant.parse(text);
    // A relative path would depend on the directory in which the engine was started.
    if (!Path.of(text.substring(0, text.indexOf("::"))).isAbsolute()) {
      throw new IllegalArgumentException(
          "directory grant '" + text + "': the host path must be absolute in a policy");
    }
    return grant;
  }

  private static String variable(String name) {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("'" + name + "' cannot be the name of a variable");
    }
    return name;
  }

  private static Limits limits(PolicyText source, Node node, Limits before) {
    Map<String, Node> members = source.members(node, "'limits'", LIMITS.keySet());
    if (members.containsKey("stdout") && members.containsKey("output")) {
      source.problem(node, "'stdout' and 'output' are one limit: give one of them", null);
    }
    return changed(source, members, LIMITS, before);
  }

  static final class Quantities {

    private static final Pattern NUMBER_AND_UNIT =
        Pattern.compile("([0-9][0-9_]{0,20}) *([A-Za-z]*)");
    private static final Map<String, Long> BYTES =
        Map.of("", 1L, "B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
    private static final Map<String, Long> MILLIS =
        Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L);

    private Quantities() {}

    static Duration duration(String text) {
      return Duration.ofMillis(read(text, MILLIS, "a time such as 1500 ms, 30 s, 2 min or 1 h"));
    }

    static long bytes(String text) {
      return read(text, BYTES, "a size such as 65536, 256 KiB, 8 MiB or 1 GiB");
    }

    /** Reads a whole number of 0 or more; digits may be separated by underscores. */
    static long number(String text) {
      return read(text, Map.of("", 1L), "a whole number");
    }

    /** Reads a whole number, capped at the largest int. */
    static int integer(String text) {
      return (int) Math.min(Integer.MAX_VALUE, number(text));
    }

    private static long read(String text, Map<String, Long> units, String form) {
      Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
      if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
        throw new IllegalArgumentException(
            "Quantity.text must be " + form + ", was '" + text + "'");
      }
      try {
        long number = Long.parseLong(matcher.group(1).replace("_", ""));
        return Math.multiplyExact(number, units.get(matcher.group(2)));
      } catch (NumberFormatException | ArithmeticException e) {
        throw new IllegalArgumentException("Quantity.text is too large: '" + text + "'", e);
      }
    }
  }
}
