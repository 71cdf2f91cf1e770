package dev.escarole.web.cli;

import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.TextFormat;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Says what lets later commands start faster. The launcher has made it before this process starts,
 * with a process of its own that is told by a system property to train.
 */
@Command(
    name = "warmup",
    description =
        "Makes what lets later commands start faster with this Java, and says what it made."
            + " Other commands do this by themselves, at their first start.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole warmup",
      "  ESCAROLE_CACHE=/var/cache/escarole escarole warmup --force",
      "",
      "Exit codes: 0 it is there, 1 it could not be made."
    })
final class WarmupCommand extends ConsoleCommand {

  private static final String TRAINING = "escarole.training";

  @Mixin private JsonOption json = new JsonOption();

  /** Read by the launcher, which then makes it anew. */
  @Option(names = "--force", description = "Makes it anew, even if what is there fits.")
  private boolean force;

  /**
   * What there is, as JSON shows it.
   *
   * @param archive its file; null if there is none
   * @param made whether it was made just now
   * @param seconds how long that took; 0 if it was not made
   * @param used whether Java takes it
   */
  record Picture(
      String kind,
      @Nullable String archive,
      long bytes,
      boolean made,
      long seconds,
      boolean used,
      String state) {

    static Picture of(Launch launch) {
      Path archive = launch.archive();
      return new Picture(
          launch.kind(),
          archive == null ? null : archive.toString(),
          launch.archiveBytes(),
          launch.seconds() > 0,
          launch.seconds(),
          archive != null && Launch.shares(),
          launch.state());
    }
  }

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String training = System.getProperty(TRAINING);
    if (training != null) {
      boolean servers = "all".equals(System.getProperty(TRAINING + ".scope"));
      return (Training.in(Path.of(training), servers).isEmpty() ? ExitCode.OK : ExitCode.FAILED)
          .code();
    }
    Picture picture = Picture.of(Launch.ofThisProcess());
    if (!json.print(console, picture)) {
      console.print(text(picture) + "\n");
    }
    boolean good = picture.used() && (picture.made() || !force);
    return (good ? ExitCode.OK : ExitCode.FAILED).code();
  }

  private static String text(Picture picture) {
    if (picture.archive() == null) {
      return "nothing was made: " + picture.state();
    }
    return "%s of %s, %s: %s%s"
        .formatted(
            picture.kind(),
            Amounts.text(picture.bytes()),
            picture.made() ? "made in " + picture.seconds() + " s" : picture.state(),
            TextFormat.plain(picture.archive()),
            picture.used() ? "" : "; but this Java does not take it");
  }
}
