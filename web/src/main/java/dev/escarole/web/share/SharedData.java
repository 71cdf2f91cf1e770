package dev.escarole.web.share;

import dev.escarole.engine.EngineOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A data directory as a process wants to use it. Immutable.
 *
 * @param socket where its holder can be greeted; null if the database is one that several engines
 *     use at once, or that this process alone uses
 * @param options of the engine, if this process becomes the holder; asked for at each attempt
 * @param stays whether the process then answers others; one that is over in a moment lets them wait
 * @param recipes the folder whose recipes can be run by name; null for none
 * @param notice is told, in a sentence, what somebody who waits should know
 */
public record SharedData(
    @Nullable HolderSocket socket,
    Supplier<EngineOptions> options,
    boolean stays,
    @Nullable Path recipes,
    InstantSource clock,
    Consumer<String> notice) {

  /** The same with a folder of recipes. */
  public SharedData withRecipes(@Nullable Path folder) {
    return new SharedData(socket, options, stays, folder, clock, notice);
  }
}
