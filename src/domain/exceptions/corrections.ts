import { itemAt } from '#shared/values/items.ts';
import type { DatedValue } from './types.ts';

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Without entries that the next one replaced in the same instant, as when several answers are taken in at once: nobody saw them. */
function withoutReplaced<T>(history: readonly DatedValue<T>[]): readonly DatedValue<T>[] {
  const isReplaced = ({ knownAt, corrected }: DatedValue<T>, place: number): boolean => {
    const next = history[place + 1];
    return corrected !== true && next?.knownAt === knownAt && next.corrected !== true;
  };
  return history.some(isReplaced) ? history.filter((entry, place) => !isReplaced(entry, place)) : history;
}

/**
 * A history as the world made it. An entry that a correction of ours brought (a mapped port, another precedence, an expert
 * value, a released parser) is no move of the shipment: it takes the place of the entry that it corrects, and of earlier ones
 * that stated the same. `correct` says what becomes of an earlier value that stated something else; left out: it stays.
 */
export function withoutCorrections<T>(
  history: readonly DatedValue<T>[],
  correct: (earlier: T, before: T, after: T) => T = (earlier) => earlier,
): readonly DatedValue<T>[] {
  const shown = withoutReplaced(history);
  if (!shown.some(({ corrected }) => corrected === true)) return shown;
  let kept: DatedValue<T>[] = [];
  for (const { value, knownAt, corrected } of shown) {
    const before = kept.at(-1)?.value;
    if (corrected !== true || before === undefined) kept.push({ value, knownAt });
    else {
      kept = kept.map((entry) => ({
        ...entry,
        value: isSame(entry.value, before) ? value : correct(entry.value, before, value),
      }));
    }
  }
  return kept;
}

/** Routes without corrections: where a correction gave ports other codes one by one, earlier routes get them too. */
export const routesOf = (history: readonly DatedValue<readonly string[]>[]): readonly DatedValue<readonly string[]>[] =>
  withoutCorrections(history, (earlier, before, after) => {
    if (before.length !== after.length) return earlier;
    const renamed = new Map(before.map((port, index) => [port, itemAt(after, index)]));
    return earlier.map((port) => renamed.get(port) ?? port);
  });
