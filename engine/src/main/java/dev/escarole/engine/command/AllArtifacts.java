package dev.escarole.engine.command;

/** The artifacts of built-in commands, and those in files. Safe for use by many threads. */
record AllArtifacts(BuiltInCommands builtIns, ArtifactFiles files) implements ArtifactStore {

  @Override
  public byte[] read(ArtifactId id) throws ArtifactIntegrityException {
    return holder(id).read(id);
  }

  @Override
  public byte[] verified(ArtifactId id) throws ArtifactIntegrityException {
    return holder(id).verified(id);
  }

  @Override
  public void check(ArtifactId id) throws ArtifactIntegrityException {
    holder(id).check(id);
  }

  private ArtifactStore holder(ArtifactId id) {
    return builtIns.holds(id) ? builtIns : files;
  }
}
