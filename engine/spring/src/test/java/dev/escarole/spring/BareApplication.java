package dev.escarole.spring;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with the starter and no other library. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class BareApplication {

  /** Runs a recipe, and says what it has put out. */
  public static void main(String[] args) throws InterruptedException {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(
            BareApplication.class,
            "--escarole.data=",
            "--logging.level.root=error",
            "--escarole.use-data-source=false",
            "--spring.main.banner-mode=off")) {
      RunRequest request =
          RunRequest.of(new RecipeReader().read("template: echo ran", "ran.yaml")).build();
      System.out.print(context.getBean(Engine.class).run(request).orThrow().stdout().text());
    }
  }
}
