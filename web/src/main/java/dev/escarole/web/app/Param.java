package dev.escarole.web.app;

/**
 * Describes one input of a verb; stands on a component of its request record, whose name is the
 * input's name. REST, its OpenAPI document, the remote client and the reference read it.
 */
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@java.lang.annotation.Target(java.lang.annotation.ElementType.RECORD_COMPONENT)
public @interface Param {

  /** The meaning, in one or two sentences. */
  String value();

  /** Where REST carries it. */
  Where in() default Where.BODY;

  /** Whether a request without it is refused. */
  boolean required() default false;

  /** The only texts that fit; empty if there are many. Enums with words need none. */
  String[] words() default {};

  /** The least number that fits. */
  long min() default 0;

  /** The largest number that fits. */
  long max() default Long.MAX_VALUE;

  /** What holds without it; {@link #NOTHING} if nothing does. */
  long byDefault() default NOTHING;

  /** There is no default. */
  long NOTHING = Long.MIN_VALUE;

  /** Places of an input in a request. */
  enum Where {
    PATH,
    QUERY,
    /** A member of the JSON object that is the body. */
    BODY,
    /** The body itself. */
    BYTES,
    /** The header {@code Idempotency-Key}. */
    KEY
  }
}
