package dev.escarole.engine.executor;

/** Where leaves wait for a worker. Thread-safe. */
interface WorkQueue {

  /** Work for one worker; compared by identity. */
  interface Task extends Runnable {

    /** Whose turn it takes: tasks of one owner go in order, owners take turns. */
    Object owner();

    /** Whether it follows what the adding worker has just done, and may go ahead of the queue. */
    boolean continues();

    /** Told once, before {@link #run}, when it leaves the queue, in the order of the queue. */
    void taken();
  }

  /** Has the task run as soon as a worker is free. */
  void add(Task task);

  /** Takes back a task that no worker has taken up; returns whether it could. */
  boolean remove(Task task);
}
