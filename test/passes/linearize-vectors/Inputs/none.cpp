// A file without vectors.
