// Without shapes: the browser takes it as it is.

/** Pages end here: who looks for something older narrows the time range. */
export const AUDIT_ROWS_PAGED = 10_000;
