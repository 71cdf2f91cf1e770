package dev.escarole.engine.schedule;

import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.schedule.TriggerTables;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.Properties;
import java.util.UUID;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.JobPersistenceException;
import org.quartz.ObjectAlreadyExistsException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.SchedulerRepository;
import org.quartz.impl.StdSchedulerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes schedules up by Quartz, whose triggers are in the database: one for each schedule, which
 * fires once and is then replaced. Quartz does not compute planned times, so that neither its rules
 * about missed times nor the clock by which it fires matter. Thread-safe.
 */
final class QuartzWaker implements Waker {

  private static final Logger LOG = LoggerFactory.getLogger(QuartzWaker.class);

  private static final String GROUP = "escarole";
  private static final JobKey JOB = new JobKey("wake", GROUP);
  private static final String THREADS = "2";

  /** A trigger that was reserved this long ago and has not fired is stuck. */
  private static final Duration STUCK = Duration.ofSeconds(30);

  private final TriggerTables tables;
  private final InstantSource clock;
  private final Scheduler scheduler;

  private QuartzWaker(TriggerTables tables, InstantSource clock, Scheduler scheduler) {
    this.tables = tables;
    this.clock = clock;
    this.scheduler = scheduler;
  }

  static QuartzWaker open(TriggerTables tables, InstantSource clock, Alarm alarm) {
    // Never the name of the host: several engines may run on one.
    String instance = UUID.randomUUID().toString();
    try {
      Scheduler scheduler = new StdSchedulerFactory(settings(tables, instance)).getScheduler();
      // Engines of this JVM do not share schedulers.
      SchedulerRepository.getInstance().remove(scheduler.getSchedulerName());
      scheduler.setJobFactory((bundle, owner) -> new Wake(alarm));
      JobDetail job = JobBuilder.newJob(Wake.class).withIdentity(JOB).storeDurably().build();
      scheduler.addJob(job, true);
      scheduler.start();
      return new QuartzWaker(tables, clock, scheduler);
    } catch (SchedulerException e) {
      tables.close();
      throw failed(e);
    }
  }

  private static Properties settings(TriggerTables tables, String instance) {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.scheduler.instanceName", tables.name());
    settings.setProperty("org.quartz.scheduler.instanceId", instance);
    settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    settings.setProperty("org.quartz.scheduler.threadName", "escarole-quartz");
    settings.setProperty("org.quartz.scheduler.makeSchedulerThreadDaemon", "true");
    settings.setProperty("org.quartz.scheduler.dbFailureRetryInterval", "2000");
    settings.setProperty("org.quartz.scheduler.idleWaitTime", "10000");
    settings.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", THREADS);
    settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
    settings.setProperty("org.quartz.threadPool.threadCount", THREADS);
    settings.setProperty("org.quartz.threadPool.threadNamePrefix", "escarole-quartz-worker");
    settings.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
    String store = "org.quartz.jobStore.";
    settings.setProperty(store + "class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    // H2 takes its statements, too, in the mode in which we use it.
    settings.setProperty(
        store + "driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.setProperty(store + "makeThreadsDaemons", "true");
    settings.setProperty(store + "useProperties", "true");
    settings.setProperty(store + "dataSource", tables.source());
    settings.setProperty(store + "tablePrefix", TriggerTables.PREFIX);
    settings.setProperty(store + "acquireTriggersWithinLock", "true");
    settings.setProperty(store + "isClustered", String.valueOf(tables.isShared()));
    settings.setProperty(store + "clusterCheckinInterval", "5000");
    settings.setProperty(store + "dbRetryInterval", "2000");
    // A late trigger fires at once: whether it is too late is decided elsewhere.
    settings.setProperty(
        store + "misfireThreshold", String.valueOf(Duration.ofDays(365).toMillis()));
    return settings;
  }

  @Override
  public void wakeAt(long schedule, Instant time) {
    Duration wait = Duration.between(clock.instant(), time);
    long at = System.currentTimeMillis() + Math.max(0, wait.toMillis());
    TriggerKey key = key(schedule);
    Trigger trigger =
        TriggerBuilder.newTrigger()
            .withIdentity(key)
            .forJob(JOB)
            .startAt(Date.from(Instant.ofEpochMilli(at)))
            .withSchedule(
                SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
            .build();
    try {
      if (scheduler.rescheduleJob(key, trigger) == null) {
        add(key, trigger);
      }
    } catch (SchedulerException e) {
      throw failed(e);
    }
  }

  private void add(TriggerKey key, Trigger trigger) throws SchedulerException {
    try {
      scheduler.scheduleJob(trigger);
    } catch (ObjectAlreadyExistsException e) {
      // Another node has added one meanwhile. If it has even fired by now, that node adds the next.
      scheduler.rescheduleJob(key, trigger);
    }
  }

  @Override
  public void forget(long schedule) {
    try {
      scheduler.unscheduleJob(key(schedule));
    } catch (SchedulerException e) {
      throw failed(e);
    }
  }

  @Override
  public void repair() {
    int freed = tables.free(System.currentTimeMillis() - STUCK.toMillis());
    if (freed > 0) {
      LOG.warn("{} triggers were reserved and not fired; they are free again", freed);
    }
  }

  private static TriggerKey key(long schedule) {
    return new TriggerKey(String.valueOf(schedule), GROUP);
  }

  private static RuntimeException failed(SchedulerException cause) {
    String message = "Quartz: " + cause.getMessage();
    return cause instanceof JobPersistenceException
        ? new StoreException(message, cause)
        : new IllegalStateException(message, cause);
  }

  @Override
  public void close() {
    try {
      scheduler.shutdown(true);
    } catch (SchedulerException e) {
      LOG.warn("Quartz cannot be closed", e);
    } finally {
      tables.close();
    }
  }

  /** What each trigger fires. */
  static final class Wake implements Job {

    private final Alarm alarm;

    Wake(Alarm alarm) {
      this.alarm = alarm;
    }

    @Override
    public void execute(JobExecutionContext context) {
      alarm.ring(Long.parseLong(context.getTrigger().getKey().getName()));
    }
  }
}
