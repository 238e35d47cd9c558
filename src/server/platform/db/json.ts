/** A value as the text a jsonb column is written with; undefined becomes null. Reading gives the parsed value. */
export function json(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** `json` that lets null and undefined through as SQL null. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
