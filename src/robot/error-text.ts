const deepest = 5;

/** Whether something was called off by a signal. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The words of an error with those of what caused it: "fetch failed" alone does not say why. */
export function errorText(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const inner: unknown = error instanceof AggregateError ? (error.cause ?? error.errors[0]) : error.cause;
  const own = error.message === '' ? (code ?? error.name) : error.message;
  if (inner === undefined || inner === null || depth >= deepest) return own;
  const below = errorText(inner, depth + 1);
  if (own.includes(below)) return own;
  return own === code ? below : `${own}: ${below}`;
}
