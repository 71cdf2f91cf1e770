package dev.escarole.web.page.run;

import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hands out what is stored, as files to be kept: never as something that a browser would show, for
 * a command may have written what it likes. As thread-safe as the store.
 */
final class Downloads {

  private static final String BYTES = "application/octet-stream";

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  private final RunStore store;

  Downloads(RunStore store) {
    this.store = store;
  }

  void recipe(Context ctx, RunRecord record) {
    attach(ctx, RunHeads.fileName(record.run().recipe()));
    ctx.contentType(BYTES).result(record.launch().recipeSource().getBytes(StandardCharsets.UTF_8));
  }

  void result(Context ctx, RunRecord record) {
    String sha256 = record.run().stdoutSha256();
    if (sha256 == null) {
      throw missing("run " + record.run().id() + " has come to no result yet");
    }
    long size =
        store
            .reports()
            .contentSize(sha256)
            .orElseThrow(() -> missing("the result is stored no more"));
    attach(ctx, record.run().id() + "-result");
    answer(ctx, new Output(store.reports(), sha256, size));
  }

  void stream(Context ctx, RunRecord record) {
    String path = ctx.pathParam("path");
    String number = ctx.pathParam("attempt");
    String stream = ctx.pathParam("stream");
    ContentRef ref =
        record
            .node(path)
            .flatMap(
                node ->
                    node.attempts().stream()
                        .filter(each -> String.valueOf(each.attempt()).equals(number))
                        .findFirst())
            .flatMap(attempt -> ref(attempt, stream))
            .orElseThrow(
                () ->
                    missing(
                        "there is no %s of attempt %s of step %s".formatted(stream, number, path)));
    attach(ctx, "%s-%s-%s-%s".formatted(record.run().id(), path, number, stream));
    Output output = new Output(store.reports(), ref.sha256(), ref.bytes());
    answer(ctx, output);
  }

  /** Answers with all of it, or with the one range that is asked for (RFC 9110, section 14). */
  private static void answer(Context ctx, Output output) {
    ctx.disableCompression().contentType(BYTES).header("Accept-Ranges", "bytes");
    String tag = '"' + output.sha256() + '"';
    ctx.header("ETag", tag).header("Cache-Control", "private, no-cache");
    String known = ctx.header("If-None-Match");
    if (known != null && List.of(known.split("\\s*,\\s*", -1)).contains(tag)) {
      ctx.status(HttpStatus.NOT_MODIFIED);
      return;
    }
    // Who has a part of something else gets the whole.
    String part = ctx.header("If-Range");
    String asked = part == null || part.equals(tag) ? ctx.header("Range") : null;
    Matcher range = RANGE.matcher(asked == null ? "" : asked);
    long size = output.size();
    if (!range.matches()) {
      ctx.header("Content-Length", String.valueOf(size)).result(output.between(0, size));
      return;
    }
    boolean last = range.group(1).isEmpty();
    long second = range.group(2).isEmpty() ? Long.MAX_VALUE : Long.parseLong(range.group(2));
    long from = last ? Math.max(0, size - second) : Long.parseLong(range.group(1));
    long to = last || second >= size ? size : second + 1;
    if (from >= to) {
      ctx.status(HttpStatus.RANGE_NOT_SATISFIABLE);
      ctx.header("Content-Range", "bytes */" + size);
      return;
    }
    ctx.status(HttpStatus.PARTIAL_CONTENT);
    ctx.header("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, size));
    ctx.header("Content-Length", String.valueOf(to - from)).result(output.between(from, to));
  }

  private static Optional<ContentRef> ref(StoredAttempt attempt, String stream) {
    return Streams.Name.ofWord(stream).map(name -> name.of(attempt));
  }

  private static void attach(Context ctx, String name) {
    ctx.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
  }

  private static RefusedException missing(String what) {
    return new RefusedException(RefusalCode.NOTHING_STORED, what, "");
  }
}
