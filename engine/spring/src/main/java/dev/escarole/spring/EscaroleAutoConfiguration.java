package dev.escarole.spring;

import dev.escarole.engine.Engine;
import dev.escarole.engine.folder.RecipeFolder;
import java.io.UncheckedIOException;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.ResourcePatternUtils;

/**
 * An {@link Engine} and, if there is a property {@code escarole.recipes}, a {@link RecipeFolder}.
 * Both are closed with the context, after the web server and after the beans that use them.
 */
@AutoConfiguration(
    afterName = "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration")
@ConditionalOnClass(Engine.class)
@ConditionalOnProperty(prefix = "escarole", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(EscaroleProperties.class)
public class EscaroleAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(Engine.class)
  EngineOpening escaroleEngineOpening(
      EscaroleProperties properties,
      @EscaroleDataSource ObjectProvider<DataSource> marked,
      ObjectProvider<DataSource> sources,
      ObjectProvider<EngineOptionsCustomizer> customizers) {
    return EngineOpening.open(
        properties,
        () -> {
          DataSource own = marked.getIfUnique();
          return own == null ? sources.getIfUnique() : own;
        },
        customizers.orderedStream().toList());
  }

  /** Its opening ends it. */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  Engine escaroleEngine(EngineOpening escaroleEngineOpening) {
    return escaroleEngineOpening.engine();
  }

  @Bean
  @ConditionalOnMissingBean(RecipeFolder.class)
  @ConditionalOnProperty(prefix = "escarole", name = "recipes")
  RecipeDirectory escaroleRecipeDirectory(EscaroleProperties properties, ResourceLoader loader) {
    return RecipeDirectory.of(
        String.valueOf(EscaroleProperties.text(properties.recipes())),
        ResourcePatternUtils.getResourcePatternResolver(loader));
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = "escarole", name = "recipes")
  RecipeFolder escaroleRecipeFolder(
      RecipeDirectory escaroleRecipeDirectory, EscaroleProperties properties) {
    try {
      return RecipeFolder.open(escaroleRecipeDirectory.path());
    } catch (UncheckedIOException e) {
      throw WrongProperty.of("recipes", properties.recipes(), String.valueOf(e.getMessage()));
    }
  }
}
