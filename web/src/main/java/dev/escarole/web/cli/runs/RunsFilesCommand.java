package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.ArtifactPicture;
import dev.escarole.web.app.run.RunFileList.ArtifactProblem;
import dev.escarole.web.app.run.RunFileList.FilePicture;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the files of a run, or prints one of them. */
@Command(
    name = "files",
    description =
        "Lists the files that a run was given and those that it has kept, or prints one, byte for"
            + " byte.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs files last",
      "  escarole runs files last out/report.md > report.md",
      "  escarole runs files last kept-0 > report.md"
    })
public final class RunsFilesCommand extends ConsoleCommand {

  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "The file to print: its name in the list, such as kept-0, or its path. Default: list all.")
  private @Nullable String file;

  @Option(names = "--json", description = "Prints one JSON object; only for the list.")
  private boolean json;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    if (json && file != null) {
      throw new UsageException(
          "two-formats", "a file is printed as it is", "Leave --json or the file out.");
    }
    try (Reach reach = Reach.open(console, place, server)) {
      RunFileList files = reach.escarole().files(new RunName(choice.text()));
      if (file != null) {
        OutputBytes bytes = chosen(reach.escarole(), files, file);
        console.print(bytes.open(0, bytes.size()));
      } else if (json) {
        JsonOutput.print(console, files);
      } else {
        show(files);
      }
    }
    return 0;
  }

  private static OutputBytes chosen(Escarole escarole, RunFileList files, String typed) {
    List<FilePicture> all = Stream.concat(files.kept().stream(), files.given().stream()).toList();
    boolean named = all.stream().anyMatch(each -> each.file().equals(typed));
    String name =
        all.stream()
            .filter(each -> !named && each.path().equals(typed))
            .map(FilePicture::file)
            .findFirst()
            .orElse(typed);
    return escarole.file(new FileQuery(files.run(), name));
  }

  private void show(RunFileList files) {
    Columns columns = new Columns("FILE", "BYTES", "SHA-256", "ARTIFACT", "PATH");
    Stream.concat(files.given().stream(), files.kept().stream())
        .forEach(
            each ->
                columns.row(
                    each.file(),
                    Amounts.text(each.bytes()),
                    each.sha256().substring(0, 12),
                    each.artifact() == null ? "-" : each.artifact(),
                    each.path()));
    columns.print(console);
    if (files.kept().isEmpty() && files.given().isEmpty()) {
      console.say("the run has no files" + why(files.state()));
    }
    for (ArtifactPicture artifact : files.artifacts()) {
      tell(artifact);
    }
  }

  private static String why(String state) {
    return switch (state) {
      case "none" -> ": its recipe has no artifacts";
      case "pending" -> " yet: they are kept when it ends";
      case "not_kept" -> ": it was cancelled or aborted";
      default -> "";
    };
  }

  private void tell(ArtifactPicture artifact) {
    String name = "artifact " + TextFormat.plain(artifact.name());
    Integer matches = artifact.matches();
    if (matches == null) {
      return;
    }
    if (matches == 0) {
      console.say(name + ": no file matches " + TextFormat.plain(artifact.pattern()));
    }
    for (ArtifactProblem problem : artifact.problems()) {
      String path = problem.path().isEmpty() ? "the workspace" : TextFormat.plain(problem.path());
      console.say(name + ": not kept: " + path + ": " + TextFormat.plain(problem.why()));
    }
    if (artifact.more() > 0) {
      console.say(name + ": and " + TextFormat.count(artifact.more(), "more", "more"));
    }
  }
}
