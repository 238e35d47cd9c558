/** Rows of a file at most. */
export const maxImportRows = 100_000;
/** Rows of one request at most. */
export const maxImportPart = 500;
