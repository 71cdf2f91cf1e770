import dev.escarole.web.app.Release;
import dev.escarole.web.cli.CommandTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes a man page as AsciiDoc for each command, into the directory that the argument names:
 * {@code java -cp CLASSES:picocli-codegen.jar ManPages.java DIRECTORY}.
 */
final class ManPages {

  private ManPages() {}

  public static void main(String[] args) throws IOException {
    CommandLine root = CommandTree.root();
    for (CommandSpec command : CommandTree.commands(root)) {
      Map<String, String> codes = new LinkedHashMap<>();
      CommandTree.exitCodes(command)
          .forEach((code, meaning) -> codes.put(String.valueOf(code), meaning.replace("%", "%%")));
      command.usageMessage().exitCodeListHeading("Exit Status%n").exitCodeList(codes);
    }
    prepare(root);
    Path directory = Files.createDirectories(Path.of(args[0]));
    try (DirectoryStream<Path> earlier = Files.newDirectoryStream(directory, "*.adoc")) {
      for (Path page : earlier) {
        Files.delete(page);
      }
    }
    int status =
        ManPageGenerator.generateManPage(
            directory.toFile(), null, new boolean[0], true, root.getCommandSpec());
    if (status != 0) {
      throw new IOException("no man pages in " + directory);
    }
    try (DirectoryStream<Path> pages = Files.newDirectoryStream(directory, "*.adoc")) {
      for (Path page : pages) {
        Files.writeString(page, flowing(Files.readString(page)));
      }
    }
  }

  private static void prepare(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.removeSubcommand("help");
    // The version that people see names the Java that runs it; a page cannot.
    spec.versionProvider(null).version("escarole " + Release.version());
    UsageMessageSpec usage = spec.usageMessage();
    usage.description(String.join(" ", usage.description()));
    usage.footerHeading(usage.footerHeading().strip().replaceAll("^%n|:?(%n)?$", "") + "%n");
    command.getSubcommands().values().forEach(ManPages::prepare);
  }

  /**
   * Help breaks its lines by hand; the generator takes each for a paragraph. Brackets in the name of
   * a value, such as HOST::GUEST[:ro], would be taken for attributes of what follows; a line may be
   * broken before them.
   */
  private static String flowing(String page) {
    return page.replaceAll("\\R\\+\\R", "\n  ")
        .replaceAll("_\\R +_ +\\[", "[")
        .replaceAll("_([^_\\s\\[]*)\\[([^]\\s]*)]_", "_$1{startsb}$2{endsb}_");
  }
}
