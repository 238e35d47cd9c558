import { asRecord } from '#shared/values/objects.ts';

/** What a row has under a name that its type does not know. */
export const valueAt = (row: object | null, name: string): unknown => asRecord(row)[name];

/** The text that a row has under a name that its type does not know; null where it has none. */
export function textAt(row: object | null, name: string): string | null {
  const value = valueAt(row, name);
  return typeof value === 'string' ? value : null;
}

/** The number that a row has under a name that its type does not know; null where it has none. */
export function numberAt(row: object | null, name: string): number | null {
  const value = valueAt(row, name);
  return typeof value === 'number' ? value : null;
}
