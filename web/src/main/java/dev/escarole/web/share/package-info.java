/**
 * Several processes on one data directory. The one that has the database open, the holder, answers
 * the others, its guests, at a Unix domain socket in that directory. When it ends, or is killed,
 * one of the guests takes its place and lets the runs of all of them go on.
 */
@NullMarked
package dev.escarole.web.share;

import org.jspecify.annotations.NullMarked;
