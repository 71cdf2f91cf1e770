package dev.escarole.samples.bench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;

/** Nodes of Quartz with its clustered store, which takes triggers in batches. */
final class QuartzClaimers implements Claimers {

  /** Does nothing. */
  public static final class Nothing implements Job {
    @Override
    public void execute(JobExecutionContext context) {}
  }

  @Override
  public void store(Place place, int count) throws SQLException, IOException, SchedulerException {
    place.execute(tables());
    Scheduler scheduler = scheduler(place);
    JobDetail job = JobBuilder.newJob(Nothing.class).withIdentity("nothing").storeDurably().build();
    Set<Trigger> triggers = new HashSet<>();
    for (int i = 0; i < count; i++) {
      triggers.add(TriggerBuilder.newTrigger().withIdentity("t" + i).startNow().build());
    }
    scheduler.scheduleJobs(Map.of(job, triggers), true);
    scheduler.shutdown();
  }

  /** It drops the tables first. */
  private static String tables() throws IOException {
    try (InputStream in = JobStoreTX.class.getResourceAsStream("tables_postgres.sql")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Scheduler scheduler(Place place) throws SchedulerException {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.scheduler.instanceName", "bench");
    settings.setProperty(
        "org.quartz.scheduler.instanceId", String.valueOf(ProcessHandle.current().pid()));
    settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    settings.setProperty(
        "org.quartz.scheduler.batchTriggerAcquisitionMaxCount", String.valueOf(AT_ONCE));
    settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
    settings.setProperty("org.quartz.threadPool.threadCount", String.valueOf(AT_ONCE));
    String store = "org.quartz.jobStore.";
    settings.setProperty(store + "class", JobStoreTX.class.getName());
    settings.setProperty(
        store + "driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.setProperty(store + "isClustered", "true");
    settings.setProperty(store + "acquireTriggersWithinLock", "true");
    settings.setProperty(store + "misfireThreshold", "3600000");
    settings.setProperty(store + "dataSource", "bench");
    String source = "org.quartz.dataSource.bench.";
    settings.setProperty(source + "provider", "hikaricp");
    settings.setProperty(source + "driver", "org.postgresql.Driver");
    settings.setProperty(source + "URL", place.jdbcUrl());
    settings.setProperty(source + "maxConnections", "6");
    return new StdSchedulerFactory(settings).getScheduler();
  }

  @Override
  public String left() {
    return "select count(*) from qrtz_triggers";
  }

  @Override
  public AutoCloseable open(Place place) throws SchedulerException {
    Scheduler scheduler = scheduler(place);
    scheduler.start();
    return scheduler::shutdown;
  }
}
