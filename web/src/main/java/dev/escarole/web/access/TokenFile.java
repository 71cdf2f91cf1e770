package dev.escarole.web.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.web.app.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * The file of tokens, which only its owner can read. A secret is 256 random bits, so its plain
 * SHA-256 reveals nothing. Several processes may read it while one changes it: a reader sees it
 * before or after the change. Concurrent changes are not supported.
 */
public final class TokenFile {

  private static final String PREFIX = "esc_";
  private static final int SECRET_BYTES = 32;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path file;

  public TokenFile(Path file) {
    this.file = file;
  }

  public Path file() {
    return file;
  }

  /**
   * Returns all tokens in the order of their creation; none if the file does not exist.
   *
   * @throws TokenFileException if the file cannot be read or is malformed
   */
  public List<Token> read() {
    String text;
    try {
      PrivateFiles.check(file);
      text = Files.readString(file);
    } catch (UnsafeFileException e) {
      throw new TokenFileException(String.valueOf(e.getMessage()), e);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new TokenFileException("the token file " + file + " cannot be read", e);
    }
    try {
      return tokens(JSON.readTree(text).path("tokens"));
    } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
      throw new TokenFileException(
          "the token file " + file + " is malformed; make a new one with 'escarole token create'",
          e);
    }
  }

  private static List<Token> tokens(JsonNode array) {
    if (!array.isArray()) {
      throw new IllegalArgumentException("there is no array 'tokens'");
    }
    List<Token> tokens = new ArrayList<>();
    for (JsonNode token : array) {
      tokens.add(
          new Token(
              token.path("name").asText(),
              Role.ofWord(token.path("role").asText()),
              token.path("sha256").asText(),
              Instant.parse(token.path("createdAt").asText())));
    }
    return List.copyOf(tokens);
  }

  /**
   * Creates a token and returns its secret, which is not stored.
   *
   * @throws IllegalArgumentException if the name is malformed or taken
   * @throws TokenFileException if the file cannot be read or written
   */
  public String create(String name, Role role, Instant now) {
    if (name.equals(Token.OWNER)) {
      throw new IllegalArgumentException(
          "a token cannot be named '" + name + "'; that name stands for the owner of the server");
    }
    return add(name, role, now);
  }

  /**
   * Creates the owner's token if there is no token at all. Its secret is not shown: the owner signs
   * in with a {@link SignInLink}.
   *
   * @return whether it was created
   * @throws TokenFileException if the file cannot be read or written
   */
  public boolean createForOwner(Instant now) {
    if (!read().isEmpty()) {
      return false;
    }
    add(Token.OWNER, Role.ADMIN, now);
    return true;
  }

  private String add(String name, Role role, Instant now) {
    List<Token> tokens = new ArrayList<>(read());
    if (tokens.stream().anyMatch(token -> token.name().equals(name))) {
      throw new IllegalArgumentException(
          "there is a token named '" + name + "' already; revoke it first or take another name");
    }
    String secret = secret();
    tokens.add(new Token(name, role, hash(secret), now.truncatedTo(ChronoUnit.SECONDS)));
    write(tokens);
    return secret;
  }

  /**
   * Removes a token, and with it its sessions.
   *
   * @return whether it existed
   * @throws TokenFileException if the file cannot be read or written
   */
  public boolean revoke(String name) {
    List<Token> tokens = new ArrayList<>(read());
    boolean found = tokens.removeIf(token -> token.name().equals(name));
    if (found) {
      write(tokens);
    }
    return found;
  }

  private void write(List<Token> tokens) {
    ObjectNode document = JSON.createObjectNode();
    ArrayNode array = document.putArray("tokens");
    for (Token token : tokens) {
      array
          .addObject()
          .put("name", token.name())
          .put("role", token.role().word())
          .put("sha256", token.sha256())
          .put("createdAt", token.createdAt().toString());
    }
    try {
      PrivateFiles.replace(file, document.toPrettyString() + "\n");
    } catch (IOException e) {
      throw new TokenFileException("the token file " + file + " cannot be written", e);
    }
  }

  static String secret() {
    return PREFIX + random();
  }

  /** 256 random bits as text that fits into addresses and cookies. */
  public static String random() {
    byte[] random = new byte[SECRET_BYTES];
    RANDOM.nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  static String hash(String secret) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
