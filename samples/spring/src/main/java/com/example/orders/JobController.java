package com.example.orders;

import dev.escarole.engine.Engine;
import dev.escarole.engine.store.RunQuery;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Starts the job, again if it has failed, and shows what it made. */
@RestController
class JobController {

  private final JobLauncher launcher;
  private final Job job;
  private final JdbcTemplate database;
  private final Engine engine;

  JobController(JobLauncher launcher, Job job, JdbcTemplate database, Engine engine) {
    this.engine = engine;
    this.launcher = launcher;
    this.job = job;
    this.database = database;
  }

  @PostMapping("/jobs")
  String start(@RequestParam String day) throws Exception {
    JobExecution ended =
        launcher.run(job, new JobParametersBuilder().addString("day", day).toJobParameters());
    return ended.getStatus().toString();
  }

  @GetMapping("/orders")
  List<Map<String, Object>> orders() {
    return database.queryForList("select number, customer, total from priced_order order by number");
  }

  /** How many of the last runs were of which recipe. */
  @GetMapping("/runs")
  Map<String, Long> runs() {
    Map<String, Long> counts = new TreeMap<>();
    engine
        .records()
        .runs(RunQuery.latest(1000))
        .forEach(run -> counts.merge(run.recipe(), 1L, Long::sum));
    return counts;
  }
}
