package dev.escarole.engine.store.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a statement that H2 executes when it opens a file. Only statements for the engine's own
 * tables, indexes, constraints, sequences, users and settings are allowed; anything that could run
 * code or calls a function is not.
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

  private static final String SPACES = " \t\n\u000b\f\r";
  private static final String SYMBOLS = "(),.-";

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

  /** The settings that a file may hold. */
  private static final Set<String> SETTINGS =
      Set.of("CREATE_BUILD", "WRITE_DELAY", "RETENTION_TIME", "DB_CLOSE_DELAY");

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
  private final char[] chars;

  /** The next character while the tokens are read, and the next token afterwards. */
  private int next;

  private DefinitionCheck(String sql) {
    this.sql = sql;
    this.chars = sql.toCharArray();
  }

  /** Returns what a statement creates that is not allowed; empty if it is allowed. */
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

  /**
   * Tokenizes the statement; false if it contains something else. Written by hand, not with
   * patterns, because every cold start does this for all definitions.
   */
  private boolean read() {
    while (next < chars.length) {
      char c = chars[next];
      if (SPACES.indexOf(c) >= 0) {
        next++;
      } else if (c == '"' || c == '\'') {
        if (!readQuoted(c)) {
          return false;
        }
      } else if (isDigit(c)) {
        readNumber();
      } else if (isLetter(c)) {
        readWord();
      } else if (SYMBOLS.indexOf(c) >= 0) {
        next++;
        tokens.add(new Token(Kind.SYMBOL, String.valueOf(c)));
      } else {
        return false;
      }
    }
    return true;
  }

  /** Reads a quoted token, in which a doubled quote stands for one. Its contents do not matter. */
  private boolean readQuoted(char quote) {
    int at = next + 1;
    while (at < chars.length && (chars[at] != quote || isQuote(at + 1, quote))) {
      at += chars[at] == quote ? 2 : 1;
    }
    next = at + 1;
    tokens.add(new Token(quote == '"' ? Kind.NAME : Kind.TEXT, ""));
    return at < chars.length;
  }

  private boolean isQuote(int at, char quote) {
    return at < chars.length && chars[at] == quote;
  }

  private void readNumber() {
    while (next < chars.length && isDigit(chars[next])) {
      next++;
    }
    tokens.add(new Token(Kind.NUMBER, ""));
  }

  private void readWord() {
    int start = next;
    while (next < chars.length && isLetter(chars[next])) {
      next++;
    }
    tokens.add(new Token(Kind.WORD, sql.substring(start, next)));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || c == '_';
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
    next = 0;
    return beginsAsKnown();
  }

  /** Expressions are allowed in few places, and only as single literals. */
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
            || is(value, "TRUE")
            || is(value, "FALSE")
            || is(value, "NULL")
            || is(value, "CURRENT_TIMESTAMP")
            || is(value, "LOCALTIMESTAMP");
    return literal && !is(value + 1, "-") && !is(value + 1, ".");
  }

  /** Whether a name before a parenthesis is not that of a table. */
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

  /** Whether the statement starts with the words of an allowed one. */
  private boolean beginsAsKnown() {
    if (takes("SET")) {
      return isSetting();
    }
    boolean known =
        takes("CREATE")
            ? makesKnown()
            : takes("GRANT") || (takes("ALTER") && takes("TABLE") && addsConstraint());
    return known && next < tokens.size();
  }

  private boolean makesKnown() {
    if (takes("CACHED") || takes("MEMORY")) {
      return takes("TABLE");
    }
    if (takes("PRIMARY")) {
      return takes("KEY");
    }
    return takes("TABLE") || takes("SEQUENCE") || takes("USER") || makesIndex();
  }

  private boolean makesIndex() {
    takes("UNIQUE");
    if (takes("NULLS")) {
      takes("NOT");
      return takes("DISTINCT") && takes("INDEX");
    }
    return takes("INDEX");
  }

  private boolean addsConstraint() {
    return (!takes("IF") || takes("EXISTS")) && takesName() && takes("ADD") && takes("CONSTRAINT");
  }

  private boolean isSetting() {
    if (next >= tokens.size() || !SETTINGS.contains(tokens.get(next).text)) {
      return false;
    }
    next++;
    takes("-");
    return isNumber(next) && next == tokens.size() - 1;
  }

  private boolean takes(String word) {
    if (!is(next, word)) {
      return false;
    }
    next++;
    return true;
  }

  /** A qualified name. */
  private boolean takesName() {
    do {
      if (next >= tokens.size() || tokens.get(next).kind != Kind.NAME) {
        return false;
      }
      next++;
    } while (takes("."));
    return true;
  }

  private String unknown() {
    String printable = sql.replaceAll("[^\\x20-\\x7e]+", " ");
    String start =
        printable.length() > MOST_SHOWN ? printable.substring(0, MOST_SHOWN) + "…" : printable;
    return "a definition that Escarole does not create: " + start;
  }
}
