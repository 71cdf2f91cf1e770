package dev.escarole.engine.wasi;

/** The error numbers of preview 1 that our functions answer with. */
@SuppressWarnings("ImmutableEnumChecker") // The exceptions have neither stack traces nor causes.
enum Errno {
  SUCCESS(0),
  ACCES(2),
  BADF(8),
  BUSY(10),
  DQUOT(19),
  EXIST(20),
  FAULT(21),
  FBIG(22),
  ILSEQ(25),
  INVAL(28),
  IO(29),
  ISDIR(31),
  LOOP(32),
  MFILE(33),
  MLINK(34),
  NAMETOOLONG(37),
  NOENT(44),
  NOMEM(48),
  NOSPC(51),
  NOTDIR(54),
  NOTEMPTY(55),
  NOTSOCK(57),
  NOTSUP(58),
  PERM(63),
  ROFS(69),
  SPIPE(70),
  XDEV(75),
  /** The path leads out of the directory that the guest was given. */
  NOTCAPABLE(76);

  private final int code;
  private final WasiFailure failure;

  Errno(int code) {
    this.code = code;
    this.failure = new WasiFailure(this);
  }

  int code() {
    return code;
  }

  /** Returns what to throw so that the guest's call answers with this number. */
  WasiFailure failure() {
    return failure;
  }
}
