package dev.escarole.web.app;

/**
 * Says what a member of a reply means, for the generated schemas and reference. On a type, what the
 * whole reply is.
 */
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@java.lang.annotation.Target({
  java.lang.annotation.ElementType.RECORD_COMPONENT,
  java.lang.annotation.ElementType.TYPE
})
public @interface Documented {
  /** One or two sentences; empty if the name says it all. */
  String value() default "";

  /** The only texts that it may be; empty if there are many. Enums with words need none. */
  String[] words() default {};
}
