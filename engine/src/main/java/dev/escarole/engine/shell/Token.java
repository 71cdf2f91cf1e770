package dev.escarole.engine.shell;

/** What a line is made of. */
sealed interface Token permits Token.Text, Token.Sign {

  /** Where it begins in the line. */
  int offset();

  /** A word. */
  record Text(Word word) implements Token {
    @Override
    public int offset() {
      return word.offset();
    }
  }

  /** Something that is not part of a word. */
  record Sign(Kind kind, int offset) implements Token {}

  /** The signs. */
  enum Kind {
    PIPE("|"),
    AND("&&"),
    OR("||"),
    NEXT(";"),
    READ("<"),
    WRITE(">"),
    APPEND(">>"),
    END("the end of the line");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }

    /** Whether a command can end before it. */
    boolean endsStep() {
      return this == AND || this == OR || this == NEXT || this == END;
    }
  }
}
