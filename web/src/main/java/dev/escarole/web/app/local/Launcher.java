package dev.escarole.web.app.local;

import dev.escarole.engine.Launched;
import dev.escarole.engine.RerunPlan;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.notify.ChannelAdvice;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.recipe.Problem;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInputs;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts runs, new ones and those that run another again, for one actor. */
final class Launcher {

  private final Installation installation;
  private final Actor actor;
  private final RunReading reading;

  Launcher(Installation installation, Actor actor, RunReading reading) {
    this.installation = installation;
    this.actor = actor;
    this.reading = reading;
  }

  LaunchedRun launch(LaunchRequest request) {
    LaunchOrder order = order(request);
    LaunchKey key = key(request.key(), () -> asked(request));
    Launched launched =
        key == null
            ? new Launched.Now(installation.runs().launch(actor, order))
            : installation.runs().launch(actor, order, key);
    List<Problem> warnings = new ArrayList<>();
    if (launched instanceof Launched.Now now) {
      RunRequest run = installation.runs().request(actor, order);
      warnings.addAll(installation.engine().warnings(run, now.run().plan()));
      warnings.addAll(ChannelAdvice.on(run.recipe(), installation.engine()));
    }
    return told(launched, warnings);
  }

  /** A text for the key of a launch; requests that differ have different texts. */
  private static String asked(Record request) {
    Map<String, Object> said = VerbInputs.values(request);
    said.remove("key");
    said.remove("run");
    return new String(Documents.bytes(said), StandardCharsets.UTF_8);
  }

  private static Content stdin(LaunchRequest request) {
    return RecipeWishes.stdin(
        request.stdin(), request.stdinBase64(), "standard input is given twice");
  }

  private static LaunchOrder order(LaunchRequest request) {
    return new LaunchOrder(
        RecipeWishes.of(request.choice()),
        request.values(),
        stdin(request),
        RecipeWishes.files(request.files()),
        request.directories(),
        request.labels(),
        request.cache(),
        request.planHash(),
        request.priority());
  }

  /** Null if it has none. */
  private @Nullable LaunchKey key(@Nullable String text, Supplier<String> asked) {
    if (text == null) {
      return null;
    }
    byte[] bytes = asked.get().getBytes(StandardCharsets.UTF_8);
    try {
      return new LaunchKey(actor.principal().name(), text, Content.of(bytes).sha256());
    } catch (IllegalArgumentException e) {
      throw RefusedException.badKey();
    }
  }

  private LaunchedRun told(Launched launched, List<Problem> warnings) {
    return new LaunchedRun(
        installation.reading().head(launched.id()),
        Finding.all(warnings),
        launched instanceof Launched.Before);
  }

  LaunchedRun rerun(RerunRequest request) {
    RunId id = reading.toChange(request.run());
    RerunOrder order = order(request);
    LaunchKey key = key(request.key(), () -> "rerun " + id + " " + asked(request));
    Launched launched =
        key == null
            ? new Launched.Now(installation.runs().rerun(actor, id, order))
            : installation.runs().rerun(actor, id, order, key);
    return told(launched, List.of());
  }

  RerunPreview preview(RerunRequest request) {
    RunId id = reading.id(request.run());
    RerunPlan plan = installation.runs().planRerun(id, order(request));
    Policy policy = installation.engine().policy(new Principal(plan.launch().principal(), false));
    List<String> denied = new ArrayList<>();
    for (DirectoryGrant each : Directories.parse(request.directories())) {
      if (!policy.grants(each)) {
        denied.add(each.text());
      }
    }
    return RerunPreviews.of(plan, denied);
  }

  static RerunOrder order(RerunRequest request) {
    return new RerunOrder(
        scope(request.scope(), request.path()),
        RecipeWishes.ifAny(request.choice()),
        request.values(),
        request.directories(),
        request.planHash(),
        request.force());
  }

  private static RerunScope scope(@Nullable String word, @Nullable String path) {
    String kind = word == null ? "all" : word;
    boolean needsPath = !kind.equals("all") && !kind.equals("failed");
    if (path == null ? needsPath : kind.equals("all")) {
      throw new RefusedException(
          RefusalCode.BAD_SCOPE,
          needsPath
              ? "the scope '%s' needs a 'path'".formatted(kind)
              : "the scope '%s' takes no 'path'".formatted(kind),
          "Give a path with 'from' and 'branch', and a key with 'cause'; 'failed' takes a path, and"
              + " 'all' does not.");
    }
    return path == null ? RerunScope.parse(kind) : RerunScope.parse(kind + " " + path);
  }
}
