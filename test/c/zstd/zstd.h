/* What include/canju.h uses of libzstd, for machines that have the library without its header. */
#include <stddef.h>
size_t ZSTD_decompress(void *to, size_t size, const void *from, size_t from_size);
