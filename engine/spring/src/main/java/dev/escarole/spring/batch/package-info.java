/**
 * Recipes in jobs of Spring Batch. A step or item whose run has succeeded is not run again when its
 * job is restarted, and one whose run has failed continues where it failed.
 */
@NullMarked
package dev.escarole.spring.batch;

import org.jspecify.annotations.NullMarked;
