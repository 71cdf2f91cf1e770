package dev.escarole.web.cli.toolkit;

import dev.escarole.engine.build.toolkit.Manifest;
import dev.escarole.engine.build.toolkit.Toolkit;
import dev.escarole.engine.build.toolkit.ToolkitException;
import dev.escarole.engine.build.toolkit.ToolkitRegistry;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.BuildPicture.HashedName;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandSource;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Toolkits: directories with the sources of a command, pinned by a manifest. */
public final class ToolkitCommands {

  private ToolkitCommands() {}

  private static UsageException refusal(ToolkitException e) {
    return new UsageException(
        e.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        TextFormat.plain(String.valueOf(e.getMessage())),
        e.hint());
  }

  private static UsageException unusable(Path directory, IOException e) {
    return new UsageException(
        "unusable-toolkit",
        TextFormat.plain(
            directory
                + " cannot be used: "
                + (e instanceof NoSuchFileException ? "no " + Manifest.FILE : e.getMessage())),
        "Name a directory that holds "
            + Manifest.FILE
            + ", such as one that 'toolkit promote' has written.");
  }

  /** Builds a command from files. */
  @Command(
      name = "build-inline",
      description = "The same as 'commands build'.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole toolkit build-inline wordfreq c ./wordfreq.c")
  public static final class Inline extends BuildFromFiles {

    @Mixin private RunsPlace place = new RunsPlace();

    @Override
    RunsPlace place() {
      return place;
    }
  }

  /** Builds a toolkit whose provenance holds. */
  abstract static class FromDirectory extends BuildingCommand {

    @Mixin private RunsPlace place = new RunsPlace();

    @Option(
        names = "--pin",
        paramLabel = "SHA256",
        description =
            "The SHA-256 of the toolkit's manifest, once you trust it. Toolkits that were promoted"
                + " here need none.")
    private @Nullable String pin;

    private @Nullable Toolkit toolkit;

    abstract Path directory(ToolkitRegistry registry);

    @Override
    RunsPlace place() {
      return place;
    }

    @Override
    void prepare() {
      ToolkitRegistry registry = new ToolkitRegistry(place.directory(console));
      Path directory = directory(registry);
      try {
        Toolkit read = Toolkit.read(directory);
        registry.requireTrust(read, Optional.ofNullable(pin));
        toolkit = read;
      } catch (ToolkitException e) {
        throw refusal(e);
      } catch (IOException e) {
        throw unusable(directory, e);
      }
    }

    @Override
    BuiltPicture ask(Escarole escarole) {
      Toolkit read = Objects.requireNonNull(toolkit);
      Manifest manifest = read.manifest();
      BuiltPicture built =
          build(escarole, manifest.name(), manifest.language(), read.sources(), manifest.options());
      if (manifest.artifact().filter(each -> !each.sha256().equals(built.artifact())).isPresent()) {
        console.say(
            "note: the manifest names another artifact; the compilers here differ from those that"
                + " made it");
      }
      return built;
    }
  }

  /** Builds a toolkit from any directory. */
  @Command(
      name = "build",
      description =
          "Builds the command of a toolkit and registers it. Refused before anything is compiled if"
              + " its name is reserved, a file differs from the manifest, or the manifest is not"
              + " pinned.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole toolkit build ./toolkits/wordfreq",
        "  escarole toolkit build ./downloaded --pin 3fb1…"
      })
  public static final class Build extends FromDirectory {

    @Parameters(index = "0", paramLabel = "DIR", description = "The toolkit's directory.")
    private Path directory = Path.of("");

    @Override
    Path directory(ToolkitRegistry registry) {
      return console.locate(directory);
    }
  }

  /** Builds a toolkit of the registry. */
  @Command(
      name = "install",
      description = "Builds the command of a toolkit that was promoted to the registry.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole toolkit install wordfreq")
  public static final class Install extends FromDirectory {

    @Parameters(index = "0", paramLabel = "NAME", description = "The toolkit's name.")
    private String name = "";

    @Override
    Path directory(ToolkitRegistry registry) {
      if (!dev.escarole.engine.command.Command.isValidName(name)) {
        throw new UsageException(
            "invalid-name",
            "'" + TextFormat.plain(name) + "' cannot name a toolkit",
            "Use letters, digits, '_', '.' and '-', and no '-' at the beginning.");
      }
      return registry.directory().resolve(name);
    }
  }

  /** Writes the sources of a command that was built here as a toolkit. */
  @Command(
      name = "promote",
      description =
          "Writes a command that was built here as a toolkit: its sources, a manifest that pins them,"
              + " and a page for agents. The toolkit is pinned here.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole toolkit promote wordfreq --to workspace",
        "  escarole toolkit promote wordfreq --to registry",
        "  escarole toolkit promote wordfreq --to ./tools --replace"
      })
  public static final class Promote extends AskingCommand<Promoted> {

    @Parameters(index = "0", paramLabel = "NAME", description = "A command that was built here.")
    private String name = "";

    @Option(
        names = "--to",
        required = true,
        paramLabel = "PLACE",
        description =
            "The directory in which the toolkit's directory is made; 'workspace': ./toolkits,"
                + " 'registry': toolkits in the data directory.")
    private String to = "";

    @Option(names = "--replace", description = "Replaces a toolkit of that name.")
    private boolean replace;

    private Path data = Path.of("");

    @Override
    protected Reach open(RunsPlace at, ServerOption asked) {
      data = at.directory(console);
      return super.open(at, asked);
    }

    @Override
    protected Promoted ask(Escarole escarole) {
      CommandSource source = escarole.commandSource(new CommandName(name));
      Map<String, byte[]> files = new LinkedHashMap<>();
      Map<String, ArtifactId> hashes = new LinkedHashMap<>();
      for (CommandSource.SourceFile each : source.files()) {
        files.put(each.path(), each.base64());
        hashes.put(each.path(), ArtifactId.of(each.base64()));
      }
      Manifest manifest =
          new Manifest(
              source.name(),
              Manifest.Trust.FIRST_PARTY,
              source.provenance().language(),
              source.provenance().options(),
              hashes,
              Optional.of(new ArtifactId(source.artifact())));
      ToolkitRegistry registry = new ToolkitRegistry(data);
      Path parent = parent(registry);
      try {
        Toolkit toolkit = Toolkit.of(manifest, files);
        Path written = toolkit.write(parent, replace);
        registry.pin(toolkit.pin());
        return new Promoted(
            name,
            written.toString(),
            toolkit.pin().sha256(),
            hashes.entrySet().stream()
                .map(each -> new HashedName(each.getKey(), each.getValue().sha256()))
                .toList());
      } catch (ToolkitException e) {
        throw refusal(e);
      } catch (IOException e) {
        throw new UsageException(
            "unusable-toolkit",
            TextFormat.plain(parent + " cannot be written: " + e.getMessage()),
            "Name another directory.");
      }
    }

    private Path parent(ToolkitRegistry registry) {
      return switch (to) {
        case "registry" -> registry.directory();
        case "workspace" -> console.locate(Path.of(ToolkitRegistry.DIRECTORY));
        default -> console.locate(Path.of(to));
      };
    }

    @Override
    protected void show(Promoted promoted, Reach reach) {
      console.say(
          TextFormat.plain(
              "promoted %s to %s, pin %s"
                  .formatted(promoted.name(), promoted.directory(), promoted.pin())));
    }
  }

  /** A toolkit that was just written. */
  record Promoted(
      String name,
      @Documented("Where it was written.") String directory,
      @Documented("SHA-256 of its manifest, in hex.") String pin,
      @Documented("Its sources.") List<HashedName> sources) {
    Promoted {
      sources = List.copyOf(sources);
    }
  }
}
