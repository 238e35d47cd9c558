const deepest = 5;

/** The words of an error with those of what caused it: "fetch failed" alone does not say why. */
export function errorText(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const inner = error instanceof AggregateError ? (error.cause ?? (error.errors as unknown[])[0]) : error.cause;
  const own = error.message === '' ? (code ?? error.name) : error.message;
  if (inner === undefined || inner === null || depth >= deepest) return own;
  const below = errorText(inner, depth + 1);
  if (own.includes(below)) return own;
  return own === code ? below : `${own}: ${below}`;
}
