package dev.escarole.engine.wasi;

/** The rights of preview 1, and the sets that descriptors have. */
final class Rights {

  static final long FD_DATASYNC = 1L;
  static final long FD_READ = 1L << 1;
  static final long FD_SEEK = 1L << 2;
  static final long FD_FDSTAT_SET_FLAGS = 1L << 3;
  static final long FD_SYNC = 1L << 4;
  static final long FD_TELL = 1L << 5;
  static final long FD_WRITE = 1L << 6;
  static final long FD_ADVISE = 1L << 7;
  static final long FD_ALLOCATE = 1L << 8;
  static final long PATH_CREATE_DIRECTORY = 1L << 9;
  static final long PATH_CREATE_FILE = 1L << 10;
  static final long PATH_LINK_SOURCE = 1L << 11;
  static final long PATH_LINK_TARGET = 1L << 12;
  static final long PATH_OPEN = 1L << 13;
  static final long FD_READDIR = 1L << 14;
  static final long PATH_READLINK = 1L << 15;
  static final long PATH_RENAME_SOURCE = 1L << 16;
  static final long PATH_RENAME_TARGET = 1L << 17;
  static final long PATH_FILESTAT_GET = 1L << 18;
  static final long PATH_FILESTAT_SET_SIZE = 1L << 19;
  static final long PATH_FILESTAT_SET_TIMES = 1L << 20;
  static final long FD_FILESTAT_GET = 1L << 21;
  static final long FD_FILESTAT_SET_SIZE = 1L << 22;
  static final long FD_FILESTAT_SET_TIMES = 1L << 23;
  static final long PATH_SYMLINK = 1L << 24;
  static final long PATH_REMOVE_DIRECTORY = 1L << 25;
  static final long PATH_UNLINK_FILE = 1L << 26;
  static final long POLL_FD_READWRITE = 1L << 27;

  private static final long STREAM = FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE;

  static final long INPUT = STREAM | FD_READ;
  static final long OUTPUT = STREAM | FD_WRITE;

  private static final long READ_DIRECTORY =
      STREAM
          | FD_SYNC
          | PATH_OPEN
          | FD_READDIR
          | PATH_READLINK
          | PATH_FILESTAT_GET
          | PATH_LINK_SOURCE;

  private static final long CHANGE_DIRECTORY =
      PATH_CREATE_DIRECTORY
          | PATH_CREATE_FILE
          | PATH_LINK_TARGET
          | PATH_RENAME_SOURCE
          | PATH_RENAME_TARGET
          | PATH_FILESTAT_SET_SIZE
          | PATH_FILESTAT_SET_TIMES
          | FD_FILESTAT_SET_TIMES
          | PATH_SYMLINK
          | PATH_REMOVE_DIRECTORY
          | PATH_UNLINK_FILE;

  private static final long CHANGE_FILE =
      FD_DATASYNC | FD_SYNC | FD_WRITE | FD_ALLOCATE | FD_FILESTAT_SET_SIZE;

  private static final long FILE = STREAM | FD_SEEK | FD_TELL | FD_ADVISE;

  /** All rights except those of sockets. */
  static final long ALL = (1L << 28) - 1;

  private Rights() {}

  static long directory(boolean writable) {
    return READ_DIRECTORY | (writable ? CHANGE_DIRECTORY : 0);
  }

  /**
   * @param touchable whether the grant is writable, so that times can be set
   */
  static long file(boolean readable, boolean writable, boolean touchable) {
    return FILE
        | (readable ? FD_READ : 0)
        | (writable ? CHANGE_FILE : 0)
        | (touchable ? FD_FILESTAT_SET_TIMES : 0);
  }
}
