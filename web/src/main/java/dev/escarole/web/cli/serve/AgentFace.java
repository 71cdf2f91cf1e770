package dev.escarole.web.cli.serve;

import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.agent.mcp.AgentOptions;
import dev.escarole.web.agent.mcp.Agents;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Release;
import dev.escarole.web.cli.text.UsageException;
import io.javalin.config.RoutesConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What agents find at a server: the recipes of a folder, or nothing if no folder was named. For one
 * thread.
 */
final class AgentFace implements AutoCloseable {

  private final @Nullable Agents agents;

  private AgentFace(@Nullable Agents agents) {
    this.agents = agents;
  }

  /**
   * Refuses a folder that does not exist.
   *
   * @throws UsageException if it does not
   */
  static void checkFolder(Path recipes) {
    if (!Files.isDirectory(recipes)) {
      throw new UsageException(
          "no-recipes",
          "there is no folder " + recipes,
          "Name the folder of your recipes with --recipes DIR.");
    }
  }

  /**
   * @param strict whether lines with characters that shells give a meaning to are refused
   */
  static AgentFace of(
      @Nullable RecipeFolder folder, AgentSupport support, InstantSource clock, boolean strict) {
    if (folder == null) {
      return new AgentFace(null);
    }
    AgentOptions options = new AgentOptions(Release.version(), List.of(), strict);
    return new AgentFace(new Agents(support, new FolderRecipes(folder), options, clock));
  }

  void install(RoutesConfig routes) {
    if (agents != null) {
      agents.install(routes);
    }
  }

  @Override
  public void close() {
    if (agents != null) {
      agents.close();
    }
  }
}
