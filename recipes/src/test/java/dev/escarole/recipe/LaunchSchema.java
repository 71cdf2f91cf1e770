package dev.escarole.recipe;

import dev.escarole.recipe.http.HttpRule;
import dev.escarole.recipe.notify.NotifyEvent;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.schedule.Durations;
import dev.escarole.recipe.schedule.LaunchRule;
import dev.escarole.recipe.schedule.Schedule.CatchUp;
import dev.escarole.recipe.schedule.Schedule.Overlap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The part of the JSON Schema about how runs of a recipe are launched, and who is told. */
final class LaunchSchema {

  private LaunchSchema() {}

  static Map<String, Object> notifications() {
    Map<String, Object> event = RecipeSchema.object("enum", NotifyEvent.words());
    Map<String, Object> channel =
        RecipeSchema.object("type", "string", "pattern", "^" + NotifyRule.NAME + "$");
    Map<String, Object> rule =
        RecipeSchema.object(
            "type",
            "object",
            "properties",
            RecipeSchema.object(
                "on",
                RecipeSchema.object(
                    "anyOf", List.of(event, listOf(event, NotifyEvent.values().length))),
                "to",
                RecipeSchema.object(
                    "anyOf", List.of(channel, listOf(channel, NotifyRule.MOST_CHANNELS)))),
            "required",
            List.of("on", "to"),
            "additionalProperties",
            false);
    return RecipeSchema.object(
        "anyOf",
        List.of(
            rule,
            RecipeSchema.object("type", "array", "maxItems", NotifyRule.MOST, "items", rule)));
  }

  static Map<String, Object> http() {
    return RecipeSchema.object(
        "type",
        "array",
        "maxItems",
        HttpRule.MOST,
        "items",
        RecipeSchema.object(
            "type",
            "object",
            "properties",
            RecipeSchema.object(
                "origin",
                text("^(?:" + HttpRule.ORIGIN + ")$"),
                "paths",
                listOf(text("^(?:" + HttpRule.PATH + ")$"), HttpRule.MOST),
                "methods",
                listOf(text("^(?:" + HttpRule.METHOD + ")$"), HttpRule.MOST)),
            "required",
            List.of("origin"),
            "additionalProperties",
            false));
  }

  private static Map<String, Object> text(String pattern) {
    return RecipeSchema.object("type", "string", "pattern", pattern, "maxLength", HttpRule.LONGEST);
  }

  static Map<String, Object> inbox() {
    return RecipeSchema.object(
        "type",
        "object",
        "properties",
        RecipeSchema.object(
            "match",
            RecipeSchema.object(
                "type", "string", "pattern", "^[^/]*[^/\\s][^/]*$", "maxLength", 255),
            "as",
            RecipeSchema.object("type", "string", "pattern", "\\S")),
        "required",
        List.of("match", "as"),
        "additionalProperties",
        false);
  }

  static Map<String, Object> launch() {
    return RecipeSchema.object(
        "type",
        "object",
        "properties",
        RecipeSchema.object(
            LaunchRule.AT_ONCE,
            RecipeSchema.object(
                "type", "integer", "minimum", 1, "maximum", LaunchRule.MOST_AT_ONCE),
            LaunchRule.QUEUE,
            RecipeSchema.object("type", "integer", "minimum", 0, "maximum", LaunchRule.MOST_QUEUED),
            LaunchRule.PRIORITY,
            RecipeSchema.object(
                "type",
                "integer",
                "minimum",
                -LaunchRule.HIGHEST_PRIORITY,
                "maximum",
                LaunchRule.HIGHEST_PRIORITY),
            LaunchRule.DEADLINE,
            RecipeSchema.object("type", "string", "pattern", "^\\s*" + Durations.PATTERN + "\\s*$"),
            LaunchRule.NODE,
            RecipeSchema.object("type", "string", "pattern", "^" + LaunchRule.NODE_PATTERN + "$")),
        "anyOf",
        List.of(
            RecipeSchema.object("required", List.of(LaunchRule.AT_ONCE)),
            RecipeSchema.object("required", List.of(LaunchRule.NODE))),
        "additionalProperties",
        false);
  }

  static Map<String, Object> schedules() {
    Map<String, Object> text = RecipeSchema.object("type", "string");
    Map<String, Object> duration =
        RecipeSchema.object(
            "type",
            "string",
            "pattern",
            "^\\s*" + Durations.PATTERN + "\\s*$",
            "maxLength",
            Durations.MOST_CHARACTERS);
    Map<String, Object> one =
        RecipeSchema.object(
            "type",
            "object",
            "properties",
            RecipeSchema.object(
                "name",
                RecipeSchema.object(
                    "type", "string", "pattern", "^" + SchedulesParser.NAME_PATTERN + "$"),
                "cron",
                RecipeSchema.object("type", "string", "minLength", 1),
                "every",
                duration,
                "zone",
                text,
                "values",
                RecipeSchema.object("type", "object"),
                "overlap",
                words(Overlap.values(), Overlap::word),
                "catch_up",
                words(CatchUp.values(), CatchUp::word),
                "within",
                duration,
                "jitter",
                duration,
                "start",
                text,
                "end",
                text),
            "additionalProperties",
            false,
            "oneOf",
            List.of(
                RecipeSchema.object("required", List.of("cron")),
                RecipeSchema.object("required", List.of("every"))));
    return RecipeSchema.object(
        "anyOf",
        List.of(
            one,
            RecipeSchema.object("type", "array", "maxItems", SchedulesParser.MOST, "items", one)));
  }

  private static Map<String, Object> listOf(Map<String, Object> item, int most) {
    return RecipeSchema.object("type", "array", "minItems", 1, "maxItems", most, "items", item);
  }

  private static <T> Map<String, Object> words(T[] all, Function<T, String> word) {
    return RecipeSchema.object("enum", Arrays.stream(all).map(word).toList());
  }
}
