package dev.escarole.spring;

import dev.escarole.engine.Engine;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.schedule.ScheduleOptions;
import dev.escarole.engine.schedule.Schedules;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** {@link Schedules} of the recipes in the folder, if {@code escarole.schedules.enabled}. */
@AutoConfiguration(after = EscaroleAutoConfiguration.class)
@ConditionalOnBean(Engine.class)
@ConditionalOnProperty(prefix = "escarole.schedules", name = "enabled", havingValue = "true")
public class EscaroleScheduleAutoConfiguration {

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Schedules escaroleSchedules(
      Engine engine, ObjectProvider<RecipeFolder> folders, EscaroleProperties properties) {
    RecipeFolder folder = folders.getIfUnique();
    if (folder == null) {
      throw WrongProperty.of(
          "schedules.enabled", true, "schedules are in recipes; set escarole.recipes as well");
    }
    String principal = EscaroleProperties.text(properties.schedules().principal());
    ScheduleOptions own = ScheduleOptions.at(InstantSource.system());
    ScheduleOptions options =
        principal == null
            ? own
            : new ScheduleOptions(
                new Principal(principal, false), own.clock(), own.pace(), own.waker());
    try {
      return Schedules.open(engine, folder, options);
    } catch (IllegalStateException e) {
      throw WrongProperty.of("schedules.enabled", true, String.valueOf(e.getMessage()));
    }
  }
}
