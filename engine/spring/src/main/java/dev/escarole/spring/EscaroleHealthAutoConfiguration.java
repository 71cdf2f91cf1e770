package dev.escarole.spring;

import dev.escarole.engine.Engine;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The component {@code escarole} of {@code /actuator/health}, unless {@code
 * management.health.escarole.enabled} is false.
 */
@AutoConfiguration(
    after = EscaroleAutoConfiguration.class,
    beforeName =
        "org.springframework.boot.actuate.autoconfigure.health.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Engine.class)
public class EscaroleHealthAutoConfiguration {

  @Bean
  @ConditionalOnEnabledHealthIndicator("escarole")
  @ConditionalOnMissingBean(name = {"escaroleHealthIndicator", "escaroleHealthContributor"})
  HealthIndicator escaroleHealthIndicator(Engine engine) {
    return new EngineHealth(engine);
  }
}
