package dev.escarole.spring;

import dev.escarole.engine.UnknownCommandRule;
import dev.escarole.engine.store.database.Durability;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties {@code escarole.*}. A property that does not exist is refused. Immutable.
 *
 * @param enabled Whether there is an engine.
 * @param data Directory of the database, workspaces and registered commands, created if it is
 *     missing. Without it they are kept in memory and in a temporary directory.
 * @param useDataSource Whether runs are kept in the database of the application's DataSource,
 *     PostgreSQL or H2, instead of a file of their own.
 * @param schema Schema of the tables in the application's database, created if it is missing.
 * @param database Address of another database, such as postgresql://user@host/name.
 * @param outputs Directory that all nodes have mounted, or with escarole-s3 a bucket such as
 *     s3://bucket/prefix, for large outputs instead of the database.
 * @param outputsAbove Outputs larger than this are kept there. Default: 256KB.
 * @param workers Commands that run at once, over all runs. Default: the number of processors.
 * @param recipes Folder of recipes: a directory that is watched, or classpath:PATH for those that
 *     are packaged with the application.
 * @param policyFile Policy file, which says what principals may run. Default: policy.yaml in the
 *     data directory, if it exists.
 * @param durability Whether a run survives a crash of this process, or also of the machine.
 * @param resume Whether runs that were interrupted go on when the application starts.
 * @param unknownCommands What becomes of recipes with unknown commands.
 * @param shutdown What becomes of running runs when the application stops.
 */
@ConfigurationProperties(prefix = "escarole", ignoreUnknownFields = false)
public record EscaroleProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String data,
    @DefaultValue("false") boolean useDataSource,
    @DefaultValue("escarole") String schema,
    @Nullable String database,
    @Nullable String outputs,
    @Nullable DataSize outputsAbove,
    @Nullable Integer workers,
    @Nullable String recipes,
    @Nullable String policyFile,
    @DefaultValue("process") Durability durability,
    @DefaultValue("true") boolean resume,
    @DefaultValue("refuse") UnknownCommandRule unknownCommands,
    @DefaultValue("suspend") Shutdown shutdown,
    @DefaultValue KeptRuns retention,
    @DefaultValue Planned schedules,
    @DefaultValue Pages dashboard) {

  /** What becomes of running runs when the application stops. */
  public enum Shutdown {
    /** They go on when the application starts again. */
    SUSPEND,
    /** They end as cancelled. */
    CANCEL
  }

  /**
   * Which runs are kept; default: all.
   *
   * @param maxAge How long a run is kept after its start.
   * @param maxRuns How many of the newest runs are kept.
   * @param maxSize Size of the newest runs that are kept, with their workspaces.
   */
  public record KeptRuns(
      @Nullable Duration maxAge, @Nullable Integer maxRuns, @Nullable DataSize maxSize) {}

  /**
   * Schedules of the recipes in the folder.
   *
   * @param enabled Whether recipes are launched at the times that they plan. Needs Quartz.
   * @param principal On whose behalf they run. Default: the local operator.
   */
  public record Planned(@DefaultValue("false") boolean enabled, @Nullable String principal) {}

  /**
   * The dashboard, if escarole-web is on the class path.
   *
   * @param enabled Whether it is mounted. Default: if a HostSignIn bean or a token file says who
   *     may see it.
   * @param path Path of its pages below that of the application.
   * @param tokenFile File of tokens that callers sign in with, made by escarole token create.
   * @param sessionFile File of sessions of tokens, which survive a restart with it.
   * @param allowedHosts Names of the host under which it answers, besides localhost and IP
   *     addresses.
   * @param trustedProxies Addresses or ranges of proxies whose forwarding headers count.
   */
  public record Pages(
      @Nullable Boolean enabled,
      @DefaultValue("/escarole") String path,
      @Nullable String tokenFile,
      @Nullable String sessionFile,
      @DefaultValue List<String> allowedHosts,
      @DefaultValue List<String> trustedProxies) {

    /** Copies the lists. */
    public Pages {
      allowedHosts = List.copyOf(allowedHosts);
      trustedProxies = List.copyOf(trustedProxies);
    }
  }

  /** A property that is set to nothing is not set. */
  static @Nullable String text(@Nullable String value) {
    return value == null || value.isBlank() ? null : value.strip();
  }
}
