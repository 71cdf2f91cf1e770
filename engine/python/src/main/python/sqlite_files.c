/* How SQLite reaches files in the sandbox: plain reads and writes, no locks. */
#include "sqlite3.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096 };

struct file {
    sqlite3_file base;
    int fd;
};

static int fd_of(sqlite3_file *file) {
    return ((struct file *)file)->fd;
}

static int file_close(sqlite3_file *file) {
    return close(fd_of(file)) == 0 ? SQLITE_OK : SQLITE_IOERR_CLOSE;
}

static int file_read(sqlite3_file *file, void *to, int length, sqlite3_int64 at) {
    char *bytes = to;
    int done = 0;
    while (done < length) {
        ssize_t n = pread(fd_of(file), bytes + done, (size_t)(length - done), at + done);
        if (n < 0) return SQLITE_IOERR_READ;
        if (n == 0) {
            memset(bytes + done, 0, (size_t)(length - done));
            return SQLITE_IOERR_SHORT_READ;
        }
        done += (int)n;
    }
    return SQLITE_OK;
}

static int file_write(sqlite3_file *file, const void *from, int length, sqlite3_int64 at) {
    const char *bytes = from;
    int done = 0;
    while (done < length) {
        ssize_t n = pwrite(fd_of(file), bytes + done, (size_t)(length - done), at + done);
        if (n <= 0) return errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        done += (int)n;
    }
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return ftruncate(fd_of(file), size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int file_sync(sqlite3_file *file, int flags) {
    (void)flags;
    return fsync(fd_of(file)) == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    struct stat found;
    if (fstat(fd_of(file), &found) != 0) return SQLITE_IOERR_FSTAT;
    *size = found.st_size;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *file, int level) {
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int file_reserved(sqlite3_file *file, int *taken) {
    (void)file;
    *taken = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    (void)file;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_traits(sqlite3_file *file) {
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_traits,
    .xDeviceCharacteristics = file_traits,
};

static int files_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *to, int flags, int *outcome
) {
    (void)vfs;
    struct file *file = (struct file *)to;
    file->base.pMethods = NULL;
    /* Temporary files are in memory: SQLITE_TEMP_STORE. */
    if (name == NULL) return SQLITE_CANTOPEN;
    int how = flags & SQLITE_OPEN_READWRITE ? O_RDWR : O_RDONLY;
    if (flags & SQLITE_OPEN_CREATE) how |= O_CREAT;
    if (flags & SQLITE_OPEN_EXCLUSIVE) how |= O_EXCL;
    file->fd = open(name, how, 0666);
    if (file->fd < 0 && (flags & SQLITE_OPEN_READWRITE) && !(flags & SQLITE_OPEN_EXCLUSIVE)) {
        /* In a directory that may only be read. */
        file->fd = open(name, O_RDONLY);
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    if (file->fd < 0) return SQLITE_CANTOPEN;
    if (outcome != NULL) *outcome = flags;
    file->base.pMethods = &methods;
    return SQLITE_OK;
}

static int files_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    (void)sync;
    if (unlink(name) == 0) return SQLITE_OK;
    return errno == ENOENT ? SQLITE_IOERR_DELETE_NOENT : SQLITE_IOERR_DELETE;
}

static int files_access(sqlite3_vfs *vfs, const char *name, int flags, int *yes) {
    (void)vfs;
    (void)flags;
    struct stat found;
    /* As SQLite's own: an empty journal is none. */
    *yes = stat(name, &found) == 0 && (flags != SQLITE_ACCESS_EXISTS || found.st_size > 0);
    return SQLITE_OK;
}

static int files_full(sqlite3_vfs *vfs, const char *name, int most, char *full) {
    (void)vfs;
    char directory[LONGEST_PATH] = "";
    if (name[0] != '/' && getcwd(directory, sizeof directory) == NULL) return SQLITE_CANTOPEN;
    if (strlen(directory) + strlen(name) + 2 > (size_t)most) return SQLITE_CANTOPEN;
    sqlite3_snprintf(most, full, name[0] == '/' ? "%s%s" : "%s/%s", directory, name);
    return SQLITE_OK;
}

static int files_random(sqlite3_vfs *vfs, int length, char *to) {
    (void)vfs;
    int done = 0;
    while (done < length) {
        int most = length - done < 256 ? length - done : 256;
        if (getentropy(to + done, (size_t)most) != 0) break;
        done += most;
    }
    return done;
}

static int files_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    usleep((useconds_t)microseconds);
    return microseconds;
}

static int files_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
    (void)vfs;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return SQLITE_ERROR;
    /* Since noon in Greenwich on 24 November 4714 B.C. */
    *milliseconds = 210866760000000LL + now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    return SQLITE_OK;
}

static int files_day(sqlite3_vfs *vfs, double *day) {
    sqlite3_int64 milliseconds;
    int status = files_time(vfs, &milliseconds);
    if (status == SQLITE_OK) *day = (double)milliseconds / 86400000.0;
    return status;
}

static int files_error(sqlite3_vfs *vfs, int length, char *text) {
    (void)vfs;
    (void)length;
    (void)text;
    return errno;
}

static sqlite3_vfs files = {
    .iVersion = 2,
    .szOsFile = sizeof(struct file),
    .mxPathname = LONGEST_PATH,
    .zName = "sandbox",
    .xOpen = files_open,
    .xDelete = files_delete,
    .xAccess = files_access,
    .xFullPathname = files_full,
    .xRandomness = files_random,
    .xSleep = files_sleep,
    .xCurrentTime = files_day,
    .xCurrentTimeInt64 = files_time,
    .xGetLastError = files_error,
};

int sqlite3_os_init(void) {
    return sqlite3_vfs_register(&files, 1);
}

int sqlite3_os_end(void) {
    return SQLITE_OK;
}
