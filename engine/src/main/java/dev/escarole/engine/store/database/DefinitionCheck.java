package dev.escarole.engine.store.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges a statement by which H2 makes an object anew whenever it opens a file. Only what the
 * engine's own tables, indexes, constraints, sequences, users and settings need is let pass;
 * whatever could run code, or calls a function, is not.
 */
final class DefinitionCheck {

  private enum Kind {
    NAME,
    TEXT,
    NUMBER,
    WORD,
    SYMBOL
  }

  private record Token(Kind kind, String text) {

    boolean is(String word) {
      return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equals(word);
    }
  }

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|(?<name>\"(?:[^\"]|\"\")*\")|(?<text>'(?:[^']|'')*')|(?<number>\\d+)"
              + "|(?<word>[A-Z_]+)|(?<symbol>[(),.-])");

  private static final Set<String> WORDS =
      Set.of(
          "CREATE",
          "CACHED",
          "MEMORY",
          "TABLE",
          "NOT",
          "NULL",
          "IF",
          "EXISTS",
          "CHARACTER",
          "VARYING",
          "BINARY",
          "INTEGER",
          "BIGINT",
          "SMALLINT",
          "BOOLEAN",
          "TIMESTAMP",
          "DEFAULT",
          "CURRENT_TIMESTAMP",
          "LOCALTIMESTAMP",
          "TRUE",
          "FALSE",
          "GENERATED",
          "BY",
          "ALWAYS",
          "AS",
          "IDENTITY",
          "SEQUENCE",
          "START",
          "WITH",
          "INCREMENT",
          "MINVALUE",
          "MAXVALUE",
          "CYCLE",
          "NO",
          "CACHE",
          "RESTART",
          "BELONGS_TO_TABLE",
          "SELECTIVITY",
          "PRIMARY",
          "KEY",
          "UNIQUE",
          "NULLS",
          "DISTINCT",
          "INDEX",
          "ON",
          "FIRST",
          "LAST",
          "ASC",
          "DESC",
          "ALTER",
          "ADD",
          "CONSTRAINT",
          "FOREIGN",
          "REFERENCES",
          "NOCHECK",
          "DELETE",
          "UPDATE",
          "CASCADE",
          "RESTRICT",
          "USER",
          "SALT",
          "HASH",
          "ADMIN",
          "GRANT",
          "ALL",
          "SELECT",
          "INSERT",
          "SCHEMA",
          "TO",
          "SET",
          "CREATE_BUILD",
          "WRITE_DELAY",
          "RETENTION_TIME",
          "DB_CLOSE_DELAY");

  /** What may begin a statement; the longest ones decide what is made. */
  private static final Pattern BEGINNING =
      Pattern.compile(
          "CREATE (CACHED |MEMORY )?TABLE .*|CREATE PRIMARY KEY .*"
              + "|CREATE (UNIQUE )?(NULLS (NOT )?DISTINCT )?INDEX .*|CREATE SEQUENCE .*"
              + "|CREATE USER .*|ALTER TABLE (IF EXISTS )?\\. ADD CONSTRAINT .*|GRANT .*"
              + "|SET (CREATE_BUILD|WRITE_DELAY|RETENTION_TIME|DB_CLOSE_DELAY) -?0",
          Pattern.DOTALL);

  private static final Map<String, String> NOUNS =
      Map.ofEntries(
          Map.entry("TRIGGER", "a trigger"),
          Map.entry("ALIAS", "an alias for Java code"),
          Map.entry("AGGREGATE", "an aggregate function of a Java class"),
          Map.entry("CONSTANT", "a constant"),
          Map.entry("DOMAIN", "a domain"),
          Map.entry("LINKED", "a linked table"),
          Map.entry("VIEW", "a view"),
          Map.entry("SYNONYM", "a synonym"),
          Map.entry("ENGINE", "a table of another engine"),
          Map.entry("JAVA_OBJECT", "Java objects"),
          Map.entry("OBJECT", "Java objects"),
          Map.entry("OTHER", "Java objects"),
          Map.entry("JAVA_OBJECT_SERIALIZER", "a setting that names a Java class"),
          Map.entry("DATABASE_EVENT_LISTENER", "a setting that names a Java class"),
          Map.entry("AUTHENTICATOR", "a setting that names a Java class"));

  private static final int MOST_SHOWN = 60;

  private final List<Token> tokens = new ArrayList<>();
  private final String sql;

  private DefinitionCheck(String sql) {
    this.sql = sql;
  }

  /** What a statement makes that must not be there; empty if there is nothing wrong with it. */
  static Optional<String> problem(String sql) {
    DefinitionCheck check = new DefinitionCheck(sql);
    boolean readable = check.read();
    for (Token token : check.tokens) {
      if (token.kind == Kind.WORD && NOUNS.containsKey(token.text)) {
        return Optional.of(NOUNS.get(token.text));
      }
    }
    return readable && check.isKnown() ? Optional.empty() : Optional.of(check.unknown());
  }

  private boolean read() {
    Matcher matcher = TOKEN.matcher(sql);
    int at = 0;
    while (at < sql.length() && matcher.region(at, sql.length()).lookingAt()) {
      for (Kind kind : Kind.values()) {
        String text = matcher.group(kind.name().toLowerCase(Locale.ROOT));
        if (text != null) {
          tokens.add(new Token(kind, text));
        }
      }
      at = matcher.end();
    }
    return at == sql.length();
  }

  private boolean isKnown() {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean fits =
          switch (token.kind) {
            case WORD -> WORDS.contains(token.text) && isFollowed(i);
            case NAME -> !isCall(i);
            case TEXT -> i > 0 && (is(i - 1, "DEFAULT") || is(i - 1, "SALT") || is(i - 1, "HASH"));
            case SYMBOL -> !token.is("-") || (i + 1 < tokens.size() && isNumber(i + 1));
            case NUMBER -> true;
          };
      if (!fits) {
        return false;
      }
    }
    return BEGINNING.matcher(shape()).matches();
  }

  /** An expression can stand in few places, and is a single literal there. */
  private boolean isFollowed(int at) {
    if (is(at, "AS")) {
      return is(at + 1, "IDENTITY");
    }
    if (!is(at, "DEFAULT") || (is(at - 1, "BY") && is(at + 1, "AS"))) {
      return true;
    }
    int value = is(at + 1, "-") ? at + 2 : at + 1;
    boolean literal =
        isNumber(value)
            || (value < tokens.size() && tokens.get(value).kind == Kind.TEXT)
            || List.of("TRUE", "FALSE", "NULL", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP").stream()
                .anyMatch(each -> is(value, each));
    return literal && !is(value + 1, "-") && !is(value + 1, ".");
  }

  /** Whether a name stands before a bracket without being that of a table. */
  private boolean isCall(int at) {
    if (!is(at + 1, "(")) {
      return false;
    }
    int before = at - 1;
    while (is(before, ".")) {
      before -= 2;
    }
    return !(is(before, "TABLE") || is(before, "ON") || is(before, "REFERENCES"));
  }

  private boolean is(int at, String word) {
    return at >= 0 && at < tokens.size() && tokens.get(at).is(word);
  }

  private boolean isNumber(int at) {
    return at >= 0 && at < tokens.size() && tokens.get(at).kind == Kind.NUMBER;
  }

  /** The words, with a dot for a name and a nought for a number. */
  private String shape() {
    StringBuilder shape = new StringBuilder();
    for (Token token : tokens) {
      boolean inName =
          token.is(".") || (token.kind == Kind.NAME && shape.toString().endsWith(". "));
      if (!inName) {
        String text =
            switch (token.kind) {
              case NAME -> ".";
              case NUMBER -> "0";
              default -> token.text;
            };
        shape.append(text).append(token.is("-") ? "" : " ");
      }
    }
    return shape.toString().strip();
  }

  private String unknown() {
    String printable = sql.replaceAll("[^\\x20-\\x7e]+", " ");
    String start =
        printable.length() > MOST_SHOWN ? printable.substring(0, MOST_SHOWN) + "…" : printable;
    return "a definition that Escarole does not make: " + start;
  }
}
