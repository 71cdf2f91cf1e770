package dev.escarole.engine.executor;

/** Work on a worker that is no leaf of a run; compared by identity. */
final class OtherWork implements Pacer.WorkQueue.Task {
  private final Turn owner;
  private final long since;
  private final Runnable work;

  OtherWork(Turn owner, long since, Runnable work) {
    this.owner = owner;
    this.since = since;
    this.work = work;
  }

  @Override
  public Turn owner() {
    return owner;
  }

  @Override
  public long since() {
    return since;
  }

  @Override
  public void run() {
    work.run();
  }
}
