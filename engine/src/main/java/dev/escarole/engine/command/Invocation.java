package dev.escarole.engine.command;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a command: all inputs, grants and limits of the guest. Immutable, except for the
 * streams; standard input is shared with the caller and must not change while the guest runs.
 */
public final class Invocation {

  /** Largest number of directories of one call. */
  public static final int MOST_DIRECTORIES = 64;

  /** A copy of its own, which never changes. */
  private final Builder values;

  private Invocation(Builder values) {
    this.values = values;
  }

  /** Starts building a call of this command, which need not exist. */
  public static Builder of(String commandName) {
    return new Builder(commandName);
  }

  /** Returns a builder that starts with the values of this invocation. */
  public Builder toBuilder() {
    return values.copy();
  }

  /** Returns the command's name; the guest sees it as {@code argv[0]}. */
  public String commandName() {
    return values.commandName;
  }

  /** Returns the arguments, without the name. */
  public List<String> arguments() {
    return values.arguments;
  }

  /** Returns standard input itself: shared, read-only. */
  public ByteParts input() {
    return values.stdin;
  }

  /** Returns standard input in one read-only array, copied if {@link #input} has several. */
  public byte[] stdin() {
    return values.stdin.toArray();
  }

  /** Returns the guest's whole environment, in order. */
  public Map<String, String> environment() {
    return values.environment;
  }

  /**
   * Returns the directories that the guest may use; it starts in the first one unless there is a
   * {@link #workingDirectory}.
   */
  public List<DirectoryGrant> directories() {
    return values.directories;
  }

  /**
   * Returns the guest path where the guest starts; a relative path is resolved in the first granted
   * directory, and null means that directory itself.
   */
  public @Nullable String workingDirectory() {
    return values.workingDirectory;
  }

  /** Returns the HTTP requests that the caller, such as a recipe, permits; none by default. */
  public List<HttpGrant> http() {
    return values.http;
  }

  /** Returns the guest's limits. */
  public Limits limits() {
    return values.limits;
  }

  /** Returns the handle that cancels this invocation. */
  public Cancellation cancellation() {
    return values.cancellation;
  }

  /** Returns the nesting depth: 0 for a command that no other command called. */
  public int depth() {
    return values.depth;
  }

  /** Returns whether a cached result may be used, and whether its own result may be cached. */
  public boolean cacheable() {
    return values.cacheable;
  }

  /** Returns the streams connected to the guest while it runs; none by default. */
  public Streams streams() {
    return values.streams;
  }

  /** Returns the watch through which others see the guest's output so far; null for none. */
  public @Nullable OutputWatch watch() {
    return values.watch;
  }

  /** Collects the parts of an invocation. Confined to one thread. */
  public static final class Builder {

    private final String commandName;
    private List<String> arguments = List.of();
    private ByteParts stdin = ByteParts.none();
    private Map<String, String> environment = Map.of();
    private List<DirectoryGrant> directories = List.of();
    private List<HttpGrant> http = List.of();
    private @Nullable String workingDirectory;
    private Limits limits = Limits.defaults();
    private Cancellation cancellation = new Cancellation();
    private int depth;
    private boolean cacheable;
    private Streams streams = Streams.none();
    private @Nullable OutputWatch watch;

    private Builder(String commandName) {
      this.commandName = commandName;
    }

    /**
     * Sets the arguments, without the name; none by default.
     *
     * @throws IllegalArgumentException if one holds a NUL character, which a guest cannot receive
     */
    public Builder arguments(List<String> value) {
      value.forEach(argument -> refuseNul("argument", argument));
      this.arguments = List.copyOf(value);
      return this;
    }

    /** Sets the arguments, without the name; none by default. */
    public Builder arguments(String... value) {
      return arguments(List.of(value));
    }

    /** Sets standard input, which is shared and must not change; empty by default. */
    public Builder stdin(byte[] value) {
      return stdin(ByteParts.of(value));
    }

    /** Sets standard input, which may be in several arrays. */
    public Builder stdin(ByteParts value) {
      this.stdin = value;
      return this;
    }

    /** Sets standard input to a text in UTF-8. */
    public Builder stdin(String value) {
      return stdin(value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sets the guest's whole environment; empty by default.
     *
     * @throws IllegalArgumentException if a name is empty or holds {@code =}, or if a name or value
     *     holds a NUL character
     */
    public Builder environment(Map<String, String> value) {
      value.forEach(Builder::checkVariable);
      this.environment = Collections.unmodifiableMap(new LinkedHashMap<>(value));
      return this;
    }

    /**
     * Sets the directories that the guest may use; none by default.
     *
     * @throws IllegalArgumentException if there are more than 64
     */
    public Builder directories(List<DirectoryGrant> value) {
      if (value.size() > MOST_DIRECTORIES) {
        throw new IllegalArgumentException(
            "Invocation.directories must be 64 or fewer, were " + value.size());
      }
      this.directories = List.copyOf(value);
      return this;
    }

    /**
     * Sets the guest path where the guest starts; null, the default, for the first granted
     * directory. If the guest may not use that directory, nothing runs.
     *
     * @throws IllegalArgumentException if the path holds a NUL character
     */
    public Builder workingDirectory(@Nullable String value) {
      if (value != null) {
        refuseNul("working directory", value);
      }
      this.workingDirectory = value;
      return this;
    }

    /** Sets the HTTP requests that the caller permits; the policy must permit them too. */
    public Builder http(List<HttpGrant> value) {
      this.http = List.copyOf(value);
      return this;
    }

    /** Sets the limits; {@link Limits#defaults} by default. */
    public Builder limits(Limits value) {
      this.limits = value;
      return this;
    }

    /** Sets the handle that cancels this invocation; by default a new one. */
    public Builder cancellation(Cancellation value) {
      this.cancellation = value;
      return this;
    }

    /**
     * Sets the nesting depth; 0 by default.
     *
     * @throws IllegalArgumentException if negative
     */
    public Builder depth(int value) {
      if (value < 0) {
        throw new IllegalArgumentException("Invocation.depth must be 0 or more, was " + value);
      }
      this.depth = value;
      return this;
    }

    /**
     * Sets whether a cached result may be used and its own result may be cached; false by default.
     */
    public Builder cacheable(boolean value) {
      this.cacheable = value;
      return this;
    }

    /** Sets the streams connected to the guest while it runs; {@link Streams#none} by default. */
    public Builder streams(Streams value) {
      this.streams = value;
      return this;
    }

    /** Sets a watch through which others see the guest's output so far; none by default. */
    public Builder watch(OutputWatch value) {
      this.watch = value;
      return this;
    }

    /** Returns the invocation. */
    public Invocation build() {
      return new Invocation(copy());
    }

    private Builder copy() {
      Builder copy = new Builder(commandName);
      copy.arguments = arguments;
      copy.stdin = stdin;
      copy.environment = environment;
      copy.directories = directories;
      copy.http = http;
      copy.workingDirectory = workingDirectory;
      copy.limits = limits;
      copy.cancellation = cancellation;
      copy.depth = depth;
      copy.cacheable = cacheable;
      copy.streams = streams;
      copy.watch = watch;
      return copy;
    }

    private static void checkVariable(String name, String value) {
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        throw new IllegalArgumentException(
            "an environment variable's name must not be empty or hold '=', was '" + name + "'");
      }
      refuseNul("name of an environment variable", name);
      refuseNul("environment variable " + name, value);
    }

    private static void refuseNul(String what, String text) {
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("the " + what + " holds a NUL character");
      }
    }
  }
}
