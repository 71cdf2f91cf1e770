package dev.escarole.engine.run;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks methods whose result says whether something failed. Compilers and analysers that know an
 * annotation of this name, such as Error Prone, SpotBugs and IntelliJ IDEA, warn if it is ignored.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface CheckReturnValue {}
