/** Rows of a file at most. */
export const maxImportRows = 20_000;
/** Rows of one request at most. */
export const maxImportPart = 500;
