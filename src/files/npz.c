/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/arena.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>
#include <unistd.h>
#include <zip.h>

enum { NAMES_LIMIT = 10000, FIRST_DAY = 0x21 }; /* of 1980, as a zip counts */

struct npz {
    zip_t *zip;
    struct arena arena; /* of the names */
    const char **names;
    size_t count;
};

/* --- reading ---------------------------------------------------------------------------------- */

static bool refuse_zip(const zip_error_t *error, struct failure *failure) {
    int code = zip_error_code_zip(error);
    return code == ZIP_ER_MEMORY ? failure_memory(failure)
           : code == ZIP_ER_NOZIP
               ? failure_set(failure, "this is not a zip file, as .npz files are")
               : failure_set(failure, "this zip file cannot be read: it is cut or damaged");
}

/* Opens the zip on a descriptor of its own, which libzip closes. */
static zip_t *open_zip(const struct stream *stream, struct failure *failure) {
    zip_error_t error;
    zip_error_init(&error);
    zip_t *zip = NULL;
    if (stream->bytes) {
        zip_source_t *source = zip_source_buffer_create(stream->bytes, stream->size, 0, &error);
        zip = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : NULL;
        if (source && !zip) {
            zip_source_free(source);
        }
    } else {
        int descriptor = dup(stream->descriptor), code = ZIP_ER_OPEN;
        zip = descriptor < 0 ? NULL : zip_fdopen(descriptor, 0, &code);
        if (!zip && descriptor >= 0) {
            close(descriptor);
        }
        zip_error_init_with_code(&error, code);
    }
    if (!zip) {
        refuse_zip(&error, failure);
    }
    zip_error_fini(&error);
    return zip;
}

static bool read_file_names(struct npz *npz, struct failure *failure) {
    zip_int64_t count = zip_get_num_entries(npz->zip, 0);
    if (count > NAMES_LIMIT) {
        return failure_set(failure, "more than %d arrays in one file", NAMES_LIMIT);
    }
    npz->names = arena_allocate(&npz->arena, (size_t)count, sizeof *npz->names);
    for (zip_int64_t i = 0; npz->names && i < count; i++) {
        const char *name = zip_get_name(npz->zip, (zip_uint64_t)i, 0);
        name = name ? name : "";
        size_t length = strlen(name) - (file_has_suffix(name, ".npy") ? strlen(".npy") : 0);
        npz->names[i] = arena_text(&npz->arena, name, length);
        if (!npz->names[i]) {
            return failure_memory(failure);
        }
        npz->count++;
    }
    return npz->names || failure_memory(failure);
}

static void close_npz(struct archive *archive) {
    struct npz *npz = archive->inside;
    if (npz->zip) {
        zip_discard(npz->zip);
    }
    arena_release(&npz->arena);
    memory_free(npz);
}

static bool open_npz(struct archive *archive, struct stream *stream, struct failure *failure) {
    struct npz *npz = archive->inside = memory_allocate(1, sizeof *npz);
    if (!npz) {
        return failure_memory(failure);
    }
    npz->zip = open_zip(stream, failure);
    if (npz->zip && read_file_names(npz, failure)) {
        return true;
    }
    close_npz(archive);
    return false;
}

static const char *npz_array_name(const struct archive *archive, size_t index) {
    const struct npz *npz = archive->inside;
    return index < npz->count ? npz->names[index] : NULL;
}

static ssize_t read_zip_bytes(void *context, char *bytes, size_t room) {
    return (ssize_t)zip_fread(context, bytes, room);
}

/* libzip checks the checksum when reading reaches the end. */
static struct tensor *read_npz_array(struct archive *archive, size_t index,
                                     struct failure *failure) {
    struct npz *npz = archive->inside;
    struct zip_stat status;
    char end;
    zip_file_t *file = zip_fopen_index(npz->zip, index, 0);
    if (!file || zip_stat_index(npz->zip, index, 0, &status) != 0) {
        refuse_zip(zip_get_error(npz->zip), failure);
        return NULL;
    }
    size_t size = (size_t)status.size;
    if (size != status.size) {
        zip_fclose(file);
        failure_set(failure, "this array has more bytes than a machine of %zu bits can address",
                    8 * sizeof size);
        return NULL;
    }
    struct stream stream = {
        .name = npz->names[index], .size = size, .read = read_zip_bytes, .context = file};
    struct tensor *tensor = npy_read(&stream, failure);
    if (tensor && zip_fread(file, &end, 1) != 0) {
        failure_set(failure, "this zip file cannot be read: it is cut or damaged");
        tensor_release(tensor);
        tensor = NULL;
    }
    zip_fclose(file);
    return tensor;
}

const struct archive_format archive_npz = {open_npz, npz_array_name, read_npz_array, close_npz};

/* --- writing ---------------------------------------------------------------------------------- */

/* A zip being written in memory, and its files, which must live until it is closed. */
struct zip_writing {
    zip_t *zip;
    zip_source_t *bytes;
    struct text *files;
    size_t count, capacity;
};

static bool add_npz_file(struct zip_writing *writing, const struct export *export) {
    struct text name = {0};
    if (!memory_reserve(&writing->files, &writing->capacity, writing->count + 1,
                        sizeof *writing->files)) {
        return false;
    }
    struct text *file = &writing->files[writing->count++];
    npy_write(export->value, file);
    text_format(&name, "%s.npy", text_string(&export->name));
    zip_source_t *source = file->failed || name.failed
                               ? NULL
                               : zip_source_buffer(writing->zip, file->bytes, file->length, 0);
    zip_int64_t at =
        source ? zip_file_add(writing->zip, text_string(&name), source, ZIP_FL_ENC_UTF_8) : -1;
    if (source && at < 0) {
        zip_source_free(source);
    }
    text_release(&name);
    return at >= 0 &&
           zip_set_file_compression(writing->zip, (zip_uint64_t)at, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(writing->zip, (zip_uint64_t)at, 0, FIRST_DAY, 0) == 0;
}

static bool copy_bytes(zip_source_t *source, struct text *out) {
    zip_stat_t status;
    bool ok = zip_source_open(source) == 0;
    if (ok && zip_source_stat(source, &status) == 0) {
        size_t size = (size_t)status.size; /* of bytes in memory */
        char *room = text_room(out, size);
        ok = room && zip_source_read(source, room, size) == (zip_int64_t)size;
        if (ok) {
            text_filled(out, size);
        }
    }
    zip_source_close(source);
    return ok;
}

void npz_write(struct export *export, struct text *out) {
    struct zip_writing writing = {.bytes = zip_source_buffer_create(NULL, 0, 0, NULL)};
    writing.zip = writing.bytes ? zip_open_from_source(writing.bytes, ZIP_CREATE, NULL) : NULL;
    bool ok = writing.zip != NULL;
    if (ok) {
        zip_source_keep(writing.bytes); /* the zip has it, and closing lets go of it */
    }
    while (ok && export_next(export)) {
        ok = add_npz_file(&writing, export);
    }
    if (writing.zip && (!ok || zip_close(writing.zip) != 0)) {
        zip_discard(writing.zip);
        ok = false;
    }
    ok = ok && copy_bytes(writing.bytes, out);
    zip_source_free(writing.bytes);
    for (size_t i = 0; i < writing.count; i++) {
        text_release_into(&writing.files[i], out);
    }
    memory_free(writing.files);
    out->failed |= !ok;
}
