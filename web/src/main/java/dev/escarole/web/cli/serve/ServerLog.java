package dev.escarole.web.cli.serve;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;

/**
 * The log of a server: one line for each request, each action, the beginning and end of each run,
 * each attempt that failed, and for what is wrong. Threads that log never wait for the file; if it
 * cannot keep up, lines are lost.
 */
final class ServerLog implements AutoCloseable {

  enum Format {
    TEXT,
    JSON
  }

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX,UTC} %-5level %logger{0} %msg %kvp%n";

  private static final int QUEUE = 8192;

  /** What these warn of is told in one line by the journal and by the answer to the request. */
  private static final List<String> REPEATED =
      List.of("com.zaxxer.hikari.pool.ProxyConnection", "org.eclipse.jetty.util.HostPort");

  private static final int MOST_LOOKS = 1_000;
  private static final long LOOK_NANOS = 10_000_000;

  private final LoggerContext context;

  private ServerLog(LoggerContext context) {
    this.context = context;
  }

  /** Another thread may be about to log for the first time; what it begins takes a moment. */
  private static ILoggerFactory begun() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    for (int i = 0; factory instanceof SubstituteLoggerFactory && i < MOST_LOOKS; i++) {
      LockSupport.parkNanos(LOOK_NANOS);
      factory = LoggerFactory.getILoggerFactory();
    }
    return factory;
  }

  /**
   * Begins a log. The process must have been started for one; see {@link LogProvider}.
   *
   * @param file lines are added to; null for standard error
   */
  static ServerLog open(Format format, @Nullable Path file) {
    if (!(begun() instanceof LoggerContext context)) {
      throw new IllegalStateException("BUG: this process was not started for a log of its own");
    }
    context.reset();
    OutputStreamAppender<ILoggingEvent> target = target(context, file);
    target.setEncoder(encoder(context, format));
    target.start();
    AsyncAppender async = new AsyncAppender();
    async.setContext(context);
    async.setQueueSize(QUEUE);
    async.setNeverBlock(true);
    async.addAppender(target);
    async.start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(async);
    context.getLogger("escarole").setLevel(Level.INFO);
    REPEATED.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
    return new ServerLog(context);
  }

  private static OutputStreamAppender<ILoggingEvent> target(
      LoggerContext context, @Nullable Path file) {
    if (file == null) {
      ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
      console.setContext(context);
      console.setTarget("System.err");
      return console;
    }
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setAppend(true);
    return appender;
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, Format format) {
    return switch (format) {
      case TEXT -> {
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern(PATTERN);
        text.start();
        yield text;
      }
      case JSON -> {
        JsonEncoder json = new JsonEncoder();
        json.setContext(context);
        json.setWithContext(false);
        json.setWithSequenceNumber(false);
        json.setWithNanoseconds(false);
        json.setWithArguments(false);
        json.setWithMessage(false);
        json.setWithFormattedMessage(true);
        json.start();
        yield json;
      }
    };
  }

  /** Writes what waits, and ends. */
  @Override
  public void close() {
    context.stop();
  }
}
