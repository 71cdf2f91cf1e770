package com.example.orders;

import java.time.LocalDateTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.explore.JobExplorer;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/**
 * Restarts the jobs that a killed process has left behind. Batch takes them for running; only one
 * process at a time runs jobs here, so they are not.
 */
@Component
class InterruptedJobs implements ApplicationRunner {

  private static final Logger LOG = LoggerFactory.getLogger(InterruptedJobs.class);

  private final JobExplorer explorer;
  private final JobRepository repository;
  private final JobOperator operator;

  InterruptedJobs(JobExplorer explorer, JobRepository repository, JobOperator operator) {
    this.explorer = explorer;
    this.repository = repository;
    this.operator = operator;
  }

  @Override
  public void run(ApplicationArguments arguments) throws Exception {
    for (String job : explorer.getJobNames()) {
      for (JobExecution each : explorer.findRunningJobExecutions(job)) {
        LOG.info("Job {} was interrupted; it is restarted", job);
        fail(each);
        operator.restart(each.getId());
      }
    }
  }

  private void fail(JobExecution execution) {
    LocalDateTime now = LocalDateTime.now();
    execution
        .getStepExecutions()
        .forEach(
            step -> {
              if (step.getStatus().isRunning()) {
                step.setStatus(BatchStatus.FAILED);
                step.setExitStatus(ExitStatus.FAILED);
                step.setEndTime(now);
                repository.update(step);
              }
            });
    execution.setStatus(BatchStatus.FAILED);
    execution.setExitStatus(ExitStatus.FAILED);
    execution.setEndTime(now);
    repository.update(execution);
  }
}
