/** A value that two runs gave differently, by its path; undefined where a run has none. */
export type OutputDifference = { path: string; before: unknown; after: unknown };

const maxDifferences = 200;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What differs between two JSON values, value by value, in the order of the first. */
export function compareOutputs(before: unknown, after: unknown): OutputDifference[] {
  const found: OutputDifference[] = [];
  const walk = (path: string, one: unknown, other: unknown): void => {
    if (found.length >= maxDifferences) return;
    if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk(path === '' ? key : `${path}.${key}`, one[key], other[key]);
    } else if (!Object.is(one, other)) found.push({ path, before: one, after: other });
  };
  walk('', before ?? undefined, after ?? undefined);
  return found;
}
