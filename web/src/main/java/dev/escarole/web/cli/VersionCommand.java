package dev.escarole.web.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.CommandHost;
import dev.escarole.web.app.Release;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells the version, and how this process was started. */
@Command(
    name = "version",
    description = "Prints the version of Escarole and of the Java that runs it.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole version", "  escarole version --verbose", "  escarole version --json"})
final class VersionCommand extends ConsoleCommand {

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--verbose",
      description = "Also says what was picked for this Java, and where files are.")
  private boolean verbose;

  /**
   * What runs, as JSON shows it.
   *
   * @param java the version of Java that runs it
   * @param start how it was started; null, and left out, unless that was asked for
   */
  record Picture(
      String version,
      String java,
      String os,
      String architecture,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Start start) {}

  /**
   * How this process was started.
   *
   * @param file the one file; null if Java was started without it
   * @param javaHome where this Java is
   * @param archive the class archive or AOT cache; null if there is none
   * @param archiveState what the launcher says about the archive
   * @param archiveUsed whether this Java takes it
   * @param compiler what the second compiler works on
   * @param options of Java
   * @param data the default data directory; null if this user has none
   * @param cache where class archives are kept; null if there is no such place
   * @param programs how programs run that are not built in: compiled or interpreted
   */
  record Start(
      @Nullable String file,
      String javaHome,
      String javaVendor,
      String collector,
      String kind,
      @Nullable String archive,
      String archiveState,
      boolean archiveUsed,
      String compiler,
      List<String> options,
      @Nullable String data,
      @Nullable String cache,
      String programs) {}

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    Picture picture =
        new Picture(
            Release.version(),
            property("java.version"),
            property("os.name"),
            property("os.arch"),
            verbose ? start() : null);
    if (!json.print(console, picture)) {
      console.print(text() + "\n");
      if (picture.start() != null) {
        console.print(inWords(picture.start()));
      }
    }
    return 0;
  }

  private Start start() {
    Launch launch = Launch.ofThisProcess();
    return new Start(
        text(launch.file()),
        property("java.home"),
        property("java.vendor"),
        collector(),
        launch.kind(),
        text(launch.archive()),
        launch.state(),
        launch.archive() != null && Launch.shares(),
        launch.compiler(),
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        data(),
        text(launch.cache()),
        CommandHost.programs());
  }

  private static String property(String name) {
    return String.valueOf(System.getProperty(name));
  }

  private static @Nullable String text(@Nullable Path path) {
    return path == null ? null : path.toString();
  }

  /** By the name of its first part, such as {@code Copy} of Serial. */
  private static String collector() {
    String name = ManagementFactory.getGarbageCollectorMXBeans().get(0).getName();
    return switch (name.split(" ", 2)[0]) {
      case "Copy" -> "Serial";
      case "PS" -> "Parallel";
      default -> name.split(" ", 2)[0];
    };
  }

  private @Nullable String data() {
    try {
      return new DataOption().directory(console).toAbsolutePath().normalize().toString();
    } catch (UsageException e) {
      return null;
    }
  }

  private static String inWords(Start start) {
    String archive =
        start.archive() == null
            ? "none (" + start.archiveState() + ")"
            : "%s (%s, %s)"
                .formatted(
                    start.archive(),
                    start.archiveState(),
                    start.archiveUsed() ? "in use" : "but this Java does not take it");
    StringBuilder text = new StringBuilder();
    line(text, "file", start.file() == null ? "none (Java was started by hand)" : start.file());
    line(text, "Java", start.javaHome() + " (" + start.javaVendor() + ")");
    line(text, "collector", start.collector());
    line(text, "AOT cache".equals(start.kind()) ? "AOT cache" : "class archive", archive);
    line(text, "compiler", start.compiler());
    line(text, "options", String.join(" ", start.options()));
    line(text, "data", start.data() == null ? "none (no home directory)" : start.data());
    line(text, "cache", start.cache() == null ? "none" : start.cache());
    line(text, "programs", start.programs());
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-14s %s%n".formatted(name + ":", TextFormat.plain(value)));
  }

  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {text()};
    }
  }

  /** One line: the version, and the Java and the system that run it. */
  static String text() {
    return "escarole %s (Java %s, %s %s)"
        .formatted(
            Release.version(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
  }
}
