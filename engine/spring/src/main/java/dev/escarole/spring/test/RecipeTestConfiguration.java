package dev.escarole.spring.test;

import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.junit.Recipes;
import dev.escarole.spring.EscaroleAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The recipes of the application's folder, for rehearsals. */
@AutoConfiguration(after = EscaroleAutoConfiguration.class)
class RecipeTestConfiguration {

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBean(RecipeFolder.class)
  Recipes escaroleRecipes(RecipeFolder folder) {
    return Recipes.in(folder.path());
  }
}
