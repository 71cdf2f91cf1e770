package com.example.orders;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Runs a recipe for a request. */
@RestController
class GreetingController {

  private final Engine engine;
  private final Recipes recipes;

  GreetingController(Engine engine, Recipes recipes) {
    this.engine = engine;
    this.recipes = recipes;
  }

  @GetMapping("/hello")
  String hello(@RequestParam(defaultValue = "world") String name) throws InterruptedException {
    RunRequest request = RunRequest.of(recipes.get("hello")).value("name", name).build();
    return engine.run(request).orThrow().stdout().text();
  }
}
