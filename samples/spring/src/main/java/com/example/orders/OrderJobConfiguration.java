package com.example.orders;

import com.example.orders.Order.PricedOrder;
import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.spring.batch.RecipeItemProcessor;
import dev.escarole.spring.batch.RecipeTasklet;
import dev.escarole.spring.batch.RunOutputResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.ItemWriter;
import org.springframework.batch.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.item.file.FlatFileItemReader;
import org.springframework.batch.item.file.builder.FlatFileItemReaderBuilder;
import org.springframework.batch.support.transaction.ResourcelessTransactionManager;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.transaction.PlatformTransactionManager;

/** A job of two steps: one run that checks the file, and one run for each order that is left. */
@Configuration(proxyBeanMethods = false)
class OrderJobConfiguration {

  private static final int ORDERS_AT_ONCE = 3;

  @Bean
  Job orderJob(JobRepository jobs, Step checkStep, Step priceStep) {
    return new JobBuilder("orders", jobs).start(checkStep).next(priceStep).build();
  }

  @Bean
  Step checkStep(
      JobRepository jobs,
      Engine engine,
      Recipes recipes,
      @Value("${orders.file:classpath:orders.csv}") Resource file) {
    return new StepBuilder("check", jobs)
        .tasklet(
            new RecipeTasklet(
                engine,
                step ->
                    RunRequest.of(recipes.get("check"))
                        .stdin(Content.of(bytes(file)))
                        .label("job:" + step.getJobExecution().getJobInstance().getInstanceId())
                        .build()),
            // The step waits for a run, which needs no transaction.
            new ResourcelessTransactionManager())
        .listener(new CheckedRun())
        .build();
  }

  private static byte[] bytes(Resource file) {
    try {
      return file.getContentAsByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Bean
  Step priceStep(
      JobRepository jobs,
      PlatformTransactionManager transactions,
      FlatFileItemReader<Order> orders,
      RecipeItemProcessor<Order, PricedOrder> prices,
      ItemWriter<PricedOrder> pricedOrders) {
    return new StepBuilder("price", jobs)
        .<Order, PricedOrder>chunk(ORDERS_AT_ONCE, transactions)
        .reader(orders)
        .processor(prices)
        .writer(pricedOrders)
        .build();
  }

  @Bean
  @StepScope
  FlatFileItemReader<Order> orders(
      Engine engine, @Value("#{jobExecutionContext['" + RecipeTasklet.RUN + "']}") String run) {
    return new FlatFileItemReaderBuilder<Order>()
        .name("orders")
        .resource(new RunOutputResource(engine, new RunId(run)))
        .delimited()
        .names("number", "customer", "pieces", "price")
        .targetType(Order.class)
        .build();
  }

  @Bean
  RecipeItemProcessor<Order, PricedOrder> prices(Engine engine, Recipes recipes) {
    return new RecipeItemProcessor<>(
        engine,
        order -> Integer.toString(order.number()),
        order ->
            RunRequest.of(recipes.get("price"))
                .value("pieces", order.pieces())
                .value("price", order.price().toPlainString())
                .build(),
        (order, run) -> order.at(run.output()));
  }

  @Bean
  ItemWriter<PricedOrder> pricedOrders(DataSource database) {
    return new JdbcBatchItemWriterBuilder<PricedOrder>()
        .dataSource(database)
        .sql("insert into priced_order (number, customer, total) values (:number, :customer, :total)")
        .beanMapped()
        .build();
  }
}
