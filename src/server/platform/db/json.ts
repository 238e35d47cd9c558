/** A value as the text a jsonb column is written with; undefined becomes null. Reading gives the parsed value. */
export function json(value: unknown): string {
  return JSON.stringify(value ?? null);
}
