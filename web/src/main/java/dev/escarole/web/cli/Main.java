package dev.escarole.web.cli;

import dev.escarole.engine.Foresight;
import dev.escarole.web.cli.resident.ResidentClient;
import dev.escarole.web.cli.serve.LogProvider;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.OwnProcess;
import dev.escarole.web.cli.text.Surroundings;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.cli.text.TerminalStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;

/** Where the process begins. */
public final class Main {

  private static final int BUFFER = 1 << 16;

  private static final String JETTY_REFERENCES = "org.eclipse.jetty.util.referencesPerCacheLine";
  private static final String H2_CLASSES = "h2.allowedClasses";

  private Main() {}

  public static void main(String[] args) {
    Map<String, String> environment = System.getenv();
    ResidentClient.Rest rest = ResidentClient.call(args, environment);
    if (rest.isNothing()) {
      System.exit(rest.exitCode());
    }
    start(args, environment, rest);
  }

  private static void start(
      String[] args, Map<String, String> environment, ResidentClient.Rest rest) {
    keepClassesFromDatabases();
    spareJettyAQuestion();
    // Numbers in what programs read must not be in the digits of the user's locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    LogProvider.choose(args);
    OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    Terminal terminal = Terminal.detect(environment);
    // Log messages of libraries may quote untrusted text.
    System.setErr(
        terminal.stderr()
            ? new PrintStream(new TerminalStream(err), true, StandardCharsets.UTF_8)
            : err);
    Surroundings surroundings = process(rest);
    Console console =
        new Console(
            System.in, out, err, terminal, environment, InstantSource.system(), surroundings);
    int code = new Cli(console).run(args);
    Foresight.end();
    System.exit(code);
  }

  private static Surroundings process(ResidentClient.Rest rest) {
    if (rest.input().length > 0) {
      System.setIn(new SequenceInputStream(new ByteArrayInputStream(rest.input()), System.in));
    }
    String run = rest.run();
    return run == null
        ? Surroundings.PROCESS
        : new OwnProcess(new Surroundings.Takeover(run, rest.since(), rest.policy()));
  }

  /**
   * Jetty would ask the management of this JVM how long a reference is, to lay out its queues; that
   * alone takes a twentieth of a server's start.
   */
  private static void spareJettyAQuestion() {
    if (System.getProperty(JETTY_REFERENCES) == null) {
      System.setProperty(JETTY_REFERENCES, "16");
    }
  }

  /**
   * Lets H2 load no class that a statement or a database names, unless a property says otherwise.
   * H2 asks once for the whole process, so this is done only here, where the process is ours.
   */
  static void keepClassesFromDatabases() {
    if (System.getProperty(H2_CLASSES) == null) {
      System.setProperty(H2_CLASSES, "");
    }
  }
}
