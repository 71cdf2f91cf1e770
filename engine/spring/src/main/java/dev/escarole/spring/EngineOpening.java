package dev.escarole.spring;

import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.output.OutputPlace;
import dev.escarole.spring.EscaroleProperties.KeptRuns;
import dev.escarole.spring.EscaroleProperties.Shutdown;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.util.unit.DataSize;

/**
 * Opens the engine as the properties say, and ends it. A bean of its own, because how the engine
 * ends is a property.
 */
final class EngineOpening implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(EngineOpening.class);

  /** The connections that an engine holds, and with schedules. */
  private static final int HELD = 5;

  private static final int HELD_BY_SCHEDULES = 3;

  private final Engine engine;
  private final boolean suspends;

  private EngineOpening(Engine engine, boolean suspends) {
    this.engine = engine;
    this.suspends = suspends;
  }

  /**
   * @param source finds the application's database; asked only if the properties want it
   */
  static EngineOpening open(
      EscaroleProperties properties, Sources source, List<EngineOptionsCustomizer> customizers) {
    EngineOptions options = options(properties, source);
    for (EngineOptionsCustomizer each : customizers) {
      options = each.customize(options);
    }
    boolean kept = options.storage().data() != null || options.storage().database() != null;
    if (!kept) {
      LOG.info(
          "Runs are kept in memory until the application stops. Set escarole.data or"
              + " escarole.use-data-source to keep them.");
    }
    return new EngineOpening(
        Engine.open(options), kept && properties.shutdown() == Shutdown.SUSPEND);
  }

  /** The databases of an application. */
  @FunctionalInterface
  interface Sources {
    /** The one to use; null if there is none, or several and nothing says which. */
    @Nullable DataSource find();
  }

  private static EngineOptions options(EscaroleProperties properties, Sources source) {
    EngineOptions options = EngineOptions.inMemory();
    String data = EscaroleProperties.text(properties.data());
    if (data != null) {
      options = options.withData(Path.of(data));
    }
    DatabaseAddress database = database(properties, source);
    if (database != null) {
      options = options.withDatabase(database);
    }
    OutputPlace outputs = outputs(properties);
    if (outputs != null) {
      options = options.withOutputs(outputs);
    }
    Integer workers = properties.workers();
    if (workers != null) {
      EngineOptions before = options;
      options = WrongProperty.check("workers", workers, () -> before.withWorkers(workers));
    }
    String policy = EscaroleProperties.text(properties.policyFile());
    if (policy != null) {
      options = options.withPolicyFile(Path.of(policy));
    }
    String tokens = EscaroleProperties.text(properties.dashboard().tokenFile());
    if (tokens != null) {
      options = options.withSecret(Path.of(tokens));
    }
    String sessions = EscaroleProperties.text(properties.dashboard().sessionFile());
    if (sessions != null) {
      options = options.withSecret(Path.of(sessions));
    }
    return options
        .withDurability(properties.durability())
        .withRetention(retention(properties.retention()))
        .withUnknownCommands(properties.unknownCommands())
        .withRecovery(properties.resume() ? Recovery.automatic() : Recovery.onRequest());
  }

  private static @Nullable OutputPlace outputs(EscaroleProperties properties) {
    String place = EscaroleProperties.text(properties.outputs());
    if (place == null) {
      return null;
    }
    OutputPlace usual =
        WrongProperty.check(
            "outputs", place.replaceFirst("//[^/]*@", "//"), () -> OutputPlace.of(place));
    DataSize above = properties.outputsAbove();
    return above == null
        ? usual
        : WrongProperty.check("outputs-above", above, () -> usual.withAbove(above.toBytes()));
  }

  private static @Nullable DatabaseAddress database(EscaroleProperties properties, Sources source) {
    String address = EscaroleProperties.text(properties.database());
    if (!properties.useDataSource()) {
      return address == null
          ? null
          // Without the value: it may hold a password.
          : WrongProperty.check("database", "******", () -> DatabaseAddress.of(address));
    }
    if (address != null) {
      throw WrongProperty.of(
          "use-data-source", true, "escarole.database says where runs are kept, too; remove one");
    }
    DataSource found = source.find();
    if (found == null) {
      throw WrongProperty.of(
          "use-data-source",
          true,
          "there is no DataSource bean, or there are several and none is @Primary or marked"
              + " @EscaroleDataSource");
    }
    checkPool(found, properties.schedules().enabled());
    return WrongProperty.check(
        "schema", properties.schema(), () -> DatabaseAddress.of(found, properties.schema()));
  }

  /** An engine that holds every connection leaves none for the application, which then hangs. */
  private static void checkPool(DataSource source, boolean schedules) {
    int held = schedules ? HELD + HELD_BY_SCHEDULES : HELD;
    try {
      if (source.isWrapperFor(HikariDataSource.class)) {
        int most = source.unwrap(HikariDataSource.class).getMaximumPoolSize();
        if (most <= held) {
          throw WrongProperty.of(
              "spring.datasource.hikari.maximum-pool-size",
              most,
              "the engine holds up to %d connections, which leaves none for the application;"
                      .formatted(held)
                  + " use at least %d more".formatted(1));
        }
      }
    } catch (SQLException e) {
      LOG.debug("The size of the pool is not known", e);
    }
  }

  private static Retention retention(KeptRuns kept) {
    return WrongProperty.check(
        "retention",
        kept,
        () ->
            new Retention(
                kept.maxAge(),
                kept.maxRuns(),
                kept.maxSize() == null ? null : kept.maxSize().toBytes()));
  }

  Engine engine() {
    return engine;
  }

  @Override
  public void destroy() {
    if (suspends) {
      engine.suspend();
    } else {
      engine.close();
    }
  }
}
