package dev.escarole.engine.shell;

import dev.escarole.engine.shell.Lexer.Token;
import dev.escarole.engine.shell.Lexer.Token.Kind;
import dev.escarole.engine.shell.ShellLine.Assignment;
import dev.escarole.engine.shell.ShellLine.Assignments;
import dev.escarole.engine.shell.ShellLine.Destination;
import dev.escarole.engine.shell.ShellLine.Link;
import dev.escarole.engine.shell.ShellLine.Pipeline;
import dev.escarole.engine.shell.ShellLine.Stage;
import dev.escarole.engine.shell.ShellLine.Step;
import dev.escarole.engine.shell.ShellLine.When;
import dev.escarole.engine.shell.ShellLine.Word;
import java.util.ArrayList;
import java.util.List;

final class Parser {

  private final List<Token> tokens;
  private int at;

  private Parser(List<Token> tokens) {
    this.tokens = tokens;
  }

  static ShellLine parse(String line) throws LineStopped {
    return new Parser(new Lexer(line).tokens()).line();
  }

  private ShellLine line() throws LineStopped {
    List<Link> links = new ArrayList<>();
    When when = When.ALWAYS;
    while (!is(Kind.END) || when != When.ALWAYS) {
      links.add(new Link(when, step()));
      when = when();
    }
    return new ShellLine(links);
  }

  /** Consumes the operator between two steps. */
  private When when() {
    if (is(Kind.END)) {
      return When.ALWAYS;
    }
    Kind kind = ((Token.Sign) tokens.get(at++)).kind();
    return switch (kind) {
      case AND -> When.AFTER_SUCCESS;
      case OR -> When.AFTER_FAILURE;
      case NEXT -> When.ALWAYS;
      case PIPE, READ, WRITE, APPEND, END ->
          throw new IllegalStateException("BUG: a step ends before " + kind);
    };
  }

  private Step step() throws LineStopped {
    return isAssignment() ? assignments() : pipeline();
  }

  private Assignments assignments() throws LineStopped {
    List<Assignment> all = new ArrayList<>();
    while (tokens.get(at) instanceof Token.Text text) {
      String name = text.word().assigns();
      if (name == null) {
        break;
      }
      all.add(new Assignment(name, text.word().value()));
      at++;
    }
    if (!(tokens.get(at) instanceof Token.Sign sign) || !sign.kind().endsStep()) {
      throw LineStopped.unsupported(
          tokens.get(at).offset(), "an assignment must be separate: write 'NAME=value; command'");
    }
    return new Assignments(all);
  }

  private Pipeline pipeline() throws LineStopped {
    List<Stage> stages = new ArrayList<>();
    stages.add(stage());
    while (is(Kind.PIPE)) {
      at++;
      if (isAssignment()) {
        throw LineStopped.unsupported(
            tokens.get(at).offset(), "an assignment cannot be part of a pipeline");
      }
      stages.add(stage());
    }
    return new Pipeline(stages);
  }

  private Stage stage() throws LineStopped {
    int start = tokens.get(at).offset();
    List<Word> words = new ArrayList<>();
    Word input = null;
    Destination output = null;
    while (true) {
      Token token = tokens.get(at);
      if (token instanceof Token.Text text) {
        words.add(text.word());
        at++;
      } else if (is(Kind.READ)) {
        refuseSecond(input != null);
        input = file();
      } else if (is(Kind.WRITE) || is(Kind.APPEND)) {
        refuseSecond(output != null);
        boolean append = is(Kind.APPEND);
        output = new Destination(file(), append);
      } else {
        break;
      }
    }
    if (words.isEmpty()) {
      throw withoutCommand(start, input != null || output != null);
    }
    return new Stage(words, input, output);
  }

  private LineStopped withoutCommand(int start, boolean redirected) {
    if (redirected) {
      return LineStopped.unsupported(start, "a redirection needs a command");
    }
    Token.Sign here = (Token.Sign) tokens.get(at);
    return LineStopped.parseError(start, "a command is missing before " + shown(here.kind()));
  }

  private void refuseSecond(boolean known) throws LineStopped {
    if (known) {
      throw LineStopped.unsupported(
          tokens.get(at).offset(), "a command can have at most one '<' and one '>' or '>>'");
    }
  }

  private Word file() throws LineStopped {
    Token.Sign sign = (Token.Sign) tokens.get(at++);
    if (tokens.get(at) instanceof Token.Text text) {
      at++;
      return text.word();
    }
    throw LineStopped.parseError(
        tokens.get(at).offset(), "a file is missing after " + shown(sign.kind()));
  }

  private static String shown(Kind kind) {
    return kind == Kind.END ? kind.text() : "'" + kind.text() + "'";
  }

  private boolean isAssignment() {
    return tokens.get(at) instanceof Token.Text text && text.word().assigns() != null;
  }

  private boolean is(Kind kind) {
    return tokens.get(at) instanceof Token.Sign sign && sign.kind() == kind;
  }
}
