package dev.escarole.samples.bench.cluster;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Nodes of db-scheduler, which lock and fetch tasks in one statement. */
final class DbSchedulerClaimers implements Claimers {

  private static final String TABLE =
      """
      create table if not exists scheduled_tasks (
        task_name text not null,
        task_instance text not null,
        task_data bytea,
        execution_time timestamp with time zone not null,
        picked boolean not null,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint not null,
        priority smallint,
        primary key (task_name, task_instance));
      create index if not exists execution_time_idx on scheduled_tasks (execution_time);
      create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat)
      """;

  private static final Duration LOOK = Duration.ofMillis(100);

  private static OneTimeTask<Void> task() {
    return Tasks.oneTime("nothing").execute((instance, context) -> {});
  }

  @Override
  public void store(Place place, int count) throws SQLException {
    place.execute(TABLE);
    OneTimeTask<Void> task = task();
    List<TaskInstance<?>> instances = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      instances.add(task.instance(String.valueOf(i)));
    }
    try (HikariDataSource pool = place.pool()) {
      SchedulerClient.Builder.create(pool, task).build().scheduleBatch(instances, Instant.now());
    }
  }

  @Override
  public String left() {
    return "select count(*) from scheduled_tasks";
  }

  @Override
  public AutoCloseable open(Place place) {
    HikariDataSource pool = place.pool();
    Scheduler scheduler =
        Scheduler.create(pool, task())
            .threads(AT_ONCE)
            .pollUsingLockAndFetch(0.5, 4)
            .pollingInterval(LOOK)
            .build();
    scheduler.start();
    return () -> {
      scheduler.stop();
      pool.close();
    };
  }
}
