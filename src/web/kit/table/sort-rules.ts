/** One key of a multi-column sort, as the wire's sortRules hold it. */
export type SortRule = { columnName: string; sortType: 'asc' | 'desc' };

/** More keys than these say nothing to a reader, and the server refuses more. */
export const MAX_SORT_KEYS = 6;

/**
 * The rules after a click on a column: absent -> ascending -> descending -> absent. A new key goes to the end, so that
 * the order of clicks is the order of keys; a key that only turns around keeps its place. The order in which a list
 * opens is nobody's click: the first click on another column takes its place, and on its own column turns it around.
 */
export function toggleSort(
  rules: readonly SortRule[],
  columnName: string,
  opening: readonly SortRule[] = [],
): SortRule[] {
  const current = rules.find((rule) => rule.columnName === columnName);
  if (rules.length > 0 && sortRulesToText(rules) === sortRulesToText(opening))
    return [{ columnName, sortType: current?.sortType === 'asc' ? 'desc' : 'asc' }];
  if (current === undefined) {
    return rules.length >= MAX_SORT_KEYS ? [...rules] : [...rules, { columnName, sortType: 'asc' }];
  }
  if (current.sortType === 'desc') return rules.filter((rule) => rule !== current);
  return rules.map((rule) => (rule === current ? { columnName, sortType: 'desc' } : rule));
}

/** Place of a column among the keys, from 1; undefined when it is no key. */
export function sortOrderOf(rules: readonly SortRule[], columnName: string): number | undefined {
  const index = rules.findIndex((rule) => rule.columnName === columnName);
  return index < 0 ? undefined : index + 1;
}

/** The rules as one short text for the URL: `createTime.desc,blNo.asc`. */
export function sortRulesToText(rules: readonly SortRule[]): string {
  return rules.map((rule) => `${rule.columnName}.${rule.sortType}`).join(',');
}

/** Reads the text of the URL; unknown columns, repeated columns and misshapen parts are left out. */
export function parseSortText(text: string | undefined, allowed: ReadonlySet<string>): SortRule[] {
  const rules: SortRule[] = [];
  for (const part of (text ?? '').split(',')) {
    const [columnName = '', sortType] = part.split('.');
    if (sortType !== 'asc' && sortType !== 'desc') continue;
    if (!allowed.has(columnName) || sortOrderOf(rules, columnName) !== undefined) continue;
    if (rules.length < MAX_SORT_KEYS) rules.push({ columnName, sortType });
  }
  return rules;
}
