package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.store.RunQuery;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParameters;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.StepExecution;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;

/** A job that fails in the middle and is started again. */
@SpringBootTest(
    properties =
        "spring.datasource.url=jdbc:h2:mem:job;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;"
            + "DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_ON_EXIT=FALSE")
@DirtiesContext
class OrderJobTest {

  @Autowired private JobLauncher launcher;
  @Autowired private Job job;
  @Autowired private JdbcTemplate database;
  @Autowired private Engine engine;

  @Test
  void a_job_that_failed_is_restarted_without_running_finished_work_again() throws Exception {
    // An order that is there already: the second chunk cannot be written.
    database.update("insert into priced_order (number, customer, total) values (5, 'in the way', 0)");
    JobParameters day = new JobParametersBuilder().addString("day", "2026-11-28").toJobParameters();

    JobExecution failed = launcher.run(job, day);
    assertThat(failed.getStatus()).isEqualTo(BatchStatus.FAILED);
    assertThat(failed.getAllFailureExceptions()).hasSize(1);
    // The check, three orders that were written, and three that were not.
    assertThat(runs("check")).isEqualTo(1);
    assertThat(runs("price")).isEqualTo(6);

    database.update("delete from priced_order where number = 5");
    JobExecution done = launcher.run(job, day);
    assertThat(done.getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(done.getStepExecutions()).extracting(StepExecution::getStepName).containsExactly("price");
    // Two are new: the three of the second chunk were read from their records.
    assertThat(runs("check")).isEqualTo(1);
    assertThat(runs("price")).isEqualTo(8);
    assertThat(
            database.queryForList(
                "select number || ' ' || total from priced_order order by number", String.class))
        .containsExactly(
            "1 5.00", "2 9.99", "3 3.00", "4 12.00", "5 7.70", "6 100.00", "7 11.88", "8 25.25");
  }

  private int runs(String recipe) {
    return engine.records().runs(RunQuery.latest(100).withRecipe(recipe)).size();
  }
}
