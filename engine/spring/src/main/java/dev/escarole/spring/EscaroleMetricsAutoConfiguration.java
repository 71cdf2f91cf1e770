package dev.escarole.spring;

import dev.escarole.engine.Engine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The meters {@code escarole.*}, for every registry of the application. */
@AutoConfiguration(after = EscaroleAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(Engine.class)
public class EscaroleMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "escaroleMetrics")
  MeterBinder escaroleMetrics(Engine engine) {
    return new EngineMeters(engine);
  }
}
