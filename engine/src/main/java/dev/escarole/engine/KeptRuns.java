package dev.escarole.engine;

import dev.escarole.engine.files.WorkspaceUse;
import dev.escarole.engine.store.Retention;

/**
 * Which ended runs an engine keeps, and what the workspaces of all runs use. Immutable.
 *
 * @param retention beyond which age and size the oldest ended runs are deleted
 */
public record KeptRuns(Retention retention, WorkspaceUse workspaces) {}
