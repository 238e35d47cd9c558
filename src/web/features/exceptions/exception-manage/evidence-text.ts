/** Values that experts entered and that rule now, by path. */
export function expertValuesOf(
  updateLogMap: Readonly<Record<string, unknown>>,
): { path: string; value: string | number | null }[] {
  return Object.entries(updateLogMap).flatMap(([path, value]) =>
    value === null || typeof value === 'string' || typeof value === 'number' ? [{ path, value }] : [],
  );
}
