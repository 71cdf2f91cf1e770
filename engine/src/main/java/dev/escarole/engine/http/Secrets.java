package dev.escarole.engine.http;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.broker.HttpPolicy.HttpSecret;
import dev.escarole.engine.broker.HttpPolicy.SecretSource;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts secrets in the place of {@code ((secret:NAME))}. A value is read for each request, so that a
 * changed secret counts at once, and it is remembered only to be masked. Confined to the requests
 * of one guest, which are made one after the other.
 */
final class Secrets {

  private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);
  private static final Pattern PLACEHOLDER = Pattern.compile("\\(\\(secret:([^()]{1,64})\\)\\)");
  private static final int SHORTEST = 8;
  private static final int LONGEST = 4096;
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]*");
  private static final String UNRESERVED = "-._~";

  private final UnaryOperator<@Nullable String> environment;
  private final List<DirectoryGrant> directories;
  private final Mask mask;

  /** The part of a request that holds a secret. */
  enum Part {
    /** As it is. */
    HEADER,
    /** Percent-encoded, but for slashes. */
    PATH,
    /** Percent-encoded. */
    QUERY
  }

  /**
   * @param environment looks up environment variables
   * @param directories the directories of the guest
   * @param mask learns every value that is used
   */
  Secrets(
      UnaryOperator<@Nullable String> environment, List<DirectoryGrant> directories, Mask mask) {
    this.environment = environment;
    this.directories = List.copyOf(directories);
    this.mask = mask;
  }

  static boolean isIn(String text) {
    return PLACEHOLDER.matcher(text).find();
  }

  /**
   * Returns a text with its secrets.
   *
   * @throws HttpDeniedException if the policy does not give a secret to the principal for this
   *     origin, or its value cannot be used
   */
  String expanded(String text, Part part, Permission permission, String origin) {
    Function<MatchResult, String> value =
        found -> Matcher.quoteReplacement(encoded(part, value(found.group(1), permission, origin)));
    return PLACEHOLDER.matcher(text).replaceAll(value);
  }

  /**
   * Learns to mask all secrets that a server may know, also from other requests than these. A
   * secret without a usable value is left out.
   */
  void expect(Permission permission, String origin) {
    permission.policy().secrets().values().stream()
        .filter(each -> each.origins().contains(origin))
        .forEach(
            each -> {
              try {
                learned(each);
              } catch (HttpDeniedException e) {
                // Nothing was sent that could be echoed.
                LOG.debug("A secret is not masked", e);
              }
            });
  }

  private String value(String name, Permission permission, String origin) {
    Map<String, HttpSecret> known = permission.policy().secrets();
    HttpSecret secret = known.get(name);
    if (secret == null) {
      throw denied(
          name,
          "the operator's policy does not give it to '%s'; add it to http_secrets"
              .formatted(permission.principal()));
    }
    if (!secret.origins().contains(origin)) {
      throw denied(
          name, "the operator has not tied it to %s; add that to its origins".formatted(origin));
    }
    return learned(secret);
  }

  private String learned(HttpSecret secret) {
    String name = secret.name();
    String value = read(name, secret.source()).strip();
    if (value.length() < SHORTEST
        || value.length() > LONGEST
        || !PRINTABLE.matcher(value).matches()) {
      throw denied(
          name,
          "its value must be %d to %d printable ASCII characters on one line"
              .formatted(SHORTEST, LONGEST));
    }
    mask.add(name, value);
    return value;
  }

  private String read(String name, SecretSource source) {
    String variable = source.variable();
    if (variable != null) {
      String value = environment.apply(variable);
      if (value == null) {
        throw denied(name, "the engine has no environment variable " + variable);
      }
      return value;
    }
    Path file = source.file();
    if (file == null) {
      throw denied(name, "it has no source");
    }
    try {
      return content(name, file, source.mounted());
    } catch (IOException | UnsafeFileException e) {
      throw denied(
          name,
          "the file %s cannot be used; it must be readable by the engine%s"
              .formatted(file, source.mounted() ? ", and writable by its owner alone" : " alone"));
    }
  }

  private String content(String name, Path file, boolean mounted) throws IOException {
    Path real = file.toRealPath();
    // To open a pipe would wait for a writer.
    if (!Files.isRegularFile(real)) {
      throw new IOException(file + " is not a file");
    }
    if (mounted) {
      PrivateFiles.check(real);
    } else {
      PrivateFiles.checkSecret(file);
    }
    for (DirectoryGrant each : directories) {
      if (Files.exists(each.host()) && real.startsWith(each.host().toRealPath())) {
        throw denied(name, "its file is in a directory that is granted to the command");
      }
    }
    try (InputStream in = Files.newInputStream(real)) {
      return new String(in.readNBytes(LONGEST + 2), StandardCharsets.UTF_8);
    }
  }

  private static HttpDeniedException denied(String name, String why) {
    return new HttpDeniedException("the secret '%s' cannot be used: %s".formatted(name, why));
  }

  private static String encoded(Part part, String value) {
    if (part == Part.HEADER) {
      return value;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || UNRESERVED.indexOf(c) >= 0
              || (part == Part.PATH && c == '/');
      text.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return text.toString();
  }
}
