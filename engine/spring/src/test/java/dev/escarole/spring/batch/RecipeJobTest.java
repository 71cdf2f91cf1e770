package dev.escarole.spring.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParameters;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.StepExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.SimpleStepBuilder;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.support.ListItemReader;
import org.springframework.batch.support.transaction.ResourcelessTransactionManager;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.batch.BatchAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** Recipes in jobs that fail, are stopped and are restarted. */
@Timeout(300)
class RecipeJobTest {

  /** Fails if its input says so. */
  private static final Recipe PICKY =
      new RecipeReader()
          .read("name: picky\nfailure: branch\ntemplate: [tee seen, \"grep -v bad\", cat]", "p");

  private static final Recipe TWICE =
      new RecipeReader().read("name: twice\nargs: [x]\ntemplate: echo {x}{x}", "t");

  private static final Recipe SLEEPER =
      new RecipeReader().read("name: sleeper\ntemplate: sleep 600", "s");

  /** What a job needs. */
  @Configuration(proxyBeanMethods = false)
  @Import({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    BatchAutoConfiguration.class
  })
  static class Jobs {}

  private final Engine engine = Engine.open(EngineOptions.inMemory());
  private ConfigurableApplicationContext context = jobs();
  private String input = "good";

  private static ConfigurableApplicationContext jobs() {
    return new SpringApplicationBuilder(Jobs.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.datasource.generate-unique-name=true",
            "spring.batch.job.enabled=false",
            "escarole.enabled=false")
        .run();
  }

  @BeforeEach
  void begin() {
    assertThat(runs("picky")).isZero();
  }

  @AfterEach
  void close() {
    context.close();
    engine.close();
  }

  private long runs(String recipe) {
    return engine.records().runs(RunQuery.latest(1000).withRecipe(recipe)).size();
  }

  private JobRepository repository() {
    return context.getBean(JobRepository.class);
  }

  private JobExecution run(Step step) throws Exception {
    Job job = new JobBuilder("job", repository()).start(step).build();
    return context.getBean(JobLauncher.class).run(job, new JobParameters());
  }

  private Step step(Function<StepExecution, RunRequest> request) {
    return new StepBuilder("step", repository())
        .tasklet(new RecipeTasklet(engine, request), new ResourcelessTransactionManager())
        .build();
  }

  private RunRequest picky(StepExecution step) {
    return RunRequest.of(PICKY).stdin(Content.of(input + "\n")).build();
  }

  @Test
  void a_step_is_one_run_whose_output_the_next_one_can_read() throws Exception {
    JobExecution done = run(step(this::picky));
    assertThat(done.getStatus()).isEqualTo(BatchStatus.COMPLETED);
    StepExecution step = done.getStepExecutions().iterator().next();
    String run = step.getExecutionContext().getString(RecipeTasklet.RUN);
    RunOutputResource output =
        new RunOutputResource(engine, new dev.escarole.engine.run.RunId(run));
    assertThat(output.getContentAsString(java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("good\n");
    assertThat(output.exists()).isTrue();
  }

  @Test
  void a_step_whose_run_failed_says_why_and_is_rerun_by_a_restart() throws Exception {
    input = "bad";
    JobExecution failed = run(step(this::picky));
    assertThat(failed.getStatus()).isEqualTo(BatchStatus.FAILED);
    assertThat(failed.getAllFailureExceptions())
        .singleElement()
        .isInstanceOfSatisfying(
            RecipeRunException.class,
            e -> {
              assertThat(e).hasMessageContaining("of picky ended as failed");
              assertThat(e.status()).isEqualTo(RunStatus.FAILED);
            });
    // The same input: a rerun, which keeps the step that succeeded.
    assertThat(run(step(this::picky)).getStatus()).isEqualTo(BatchStatus.FAILED);
    var newest = engine.records().runs(RunQuery.latest(1)).get(0);
    assertThat(newest.rerunOf()).isNotNull();
    assertThat(engine.records().attempts(newest.id()))
        .filteredOn(attempt -> attempt.origin().word().equals("reused"))
        .hasSize(1);
    // Another input: a rerun would have the old one.
    input = "better";
    assertThat(run(step(this::picky)).getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(runs("picky")).isEqualTo(3);
  }

  @Test
  void a_new_database_of_the_application_means_new_runs() throws Exception {
    assertThat(run(step(this::picky)).getStatus()).isEqualTo(BatchStatus.COMPLETED);
    context.close();
    // The same instance number of the same job.
    context = jobs();
    assertThat(run(step(this::picky)).getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(runs("picky")).isEqualTo(2);
  }

  @Test
  void a_step_that_is_stopped_cancels_its_run_and_can_be_restarted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    RecipeTasklet tasklet =
        new RecipeTasklet(
            engine,
            step ->
                RunRequest.of(SLEEPER)
                    .listener(
                        event -> {
                          if (event instanceof RunEvent.AttemptStarted) {
                            begun.countDown();
                          }
                        })
                    .build());
    Step step =
        new StepBuilder("step", repository())
            .tasklet(tasklet, new ResourcelessTransactionManager())
            .build();
    List<JobExecution> ends = new CopyOnWriteArrayList<>();
    Thread job =
        new Thread(
            () -> {
              try {
                ends.add(run(step));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    job.start();
    begun.await();
    while (job.isAlive()) {
      // The step may not wait for its run yet.
      tasklet.stop();
      job.join(20);
    }
    assertThat(ends).extracting(JobExecution::getStatus).containsExactly(BatchStatus.STOPPED);
    assertThat(engine.records().runs(RunQuery.latest(1)).get(0).status())
        .isEqualTo(RunStatus.CANCELLED);
  }

  private SimpleStepBuilder<String, String> chunks(
      List<String> written, RecipeItemProcessor<String, String> processor, int items) {
    List<String> all = IntStream.range(0, items).mapToObj(i -> "i" + i).toList();
    return new StepBuilder("step", repository())
        .<String, String>chunk(4, new ResourcelessTransactionManager())
        .reader(new ListItemReader<>(all))
        .processor(processor)
        .writer(chunk -> written.addAll(chunk.getItems()));
  }

  private RecipeItemProcessor<String, String> twice(
      Function<String, Recipe> recipe, Function<String, @Nullable String> left) {
    return new RecipeItemProcessor<>(
        engine,
        item -> item,
        item -> {
          RunRequest.Builder request = RunRequest.of(recipe.apply(item));
          return recipe.apply(item).equals(TWICE)
              ? request.value("x", item).build()
              : request.stdin(Content.of("bad\n")).build();
        },
        (item, run) -> left.apply(run.output().strip()));
  }

  @Test
  void each_item_is_one_run() throws Exception {
    List<String> written = new ArrayList<>();
    JobExecution done =
        run(
            chunks(
                    written,
                    twice(item -> TWICE, output -> output.equals("i1i1") ? null : output),
                    6)
                .build());
    assertThat(done.getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(written).containsExactly("i0i0", "i2i2", "i3i3", "i4i4", "i5i5");
    assertThat(runs("twice")).isEqualTo(6);
  }

  @Test
  void an_item_that_fails_is_skipped_without_running_the_others_of_its_chunk_again()
      throws Exception {
    List<String> written = new ArrayList<>();
    JobExecution done =
        run(
            chunks(written, twice(item -> item.equals("i2") ? PICKY : TWICE, output -> output), 8)
                .faultTolerant()
                .skip(RecipeRunException.class)
                .skipLimit(1)
                .build());
    assertThat(done.getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(written).hasSize(7).doesNotContain("i2i2");
    assertThat(runs("twice")).isEqualTo(7);
    assertThat(done.getStepExecutions().iterator().next().getProcessSkipCount()).isEqualTo(1);
  }

  @Test
  void an_item_is_retried_by_a_rerun() throws Exception {
    List<String> written = new ArrayList<>();
    JobExecution failed =
        run(
            chunks(written, twice(item -> item.equals("i2") ? PICKY : TWICE, output -> output), 4)
                .faultTolerant()
                .retry(RecipeRunException.class)
                .retryLimit(3)
                .build());
    assertThat(failed.getStatus()).isEqualTo(BatchStatus.FAILED);
    assertThat(runs("picky")).isEqualTo(3);
  }

  @Test
  void a_step_with_several_threads_runs_each_item_once() throws Exception {
    List<String> written = new CopyOnWriteArrayList<>();
    JobExecution done =
        run(
            chunks(written, twice(item -> TWICE, output -> output), 40)
                .taskExecutor(new SimpleAsyncTaskExecutor("job-"))
                .build());
    assertThat(done.getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(written).hasSize(40).doesNotHaveDuplicates();
    assertThat(runs("twice")).isEqualTo(40);
  }
}
