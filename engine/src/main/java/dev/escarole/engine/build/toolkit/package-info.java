/**
 * Toolkits: directories that hold a command's sources, a manifest that pins them, and a page for
 * agents. Nothing in them is trusted until the manifest is pinned and every file has its hash.
 */
@NullMarked
package dev.escarole.engine.build.toolkit;

import org.jspecify.annotations.NullMarked;
