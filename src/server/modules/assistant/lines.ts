import type { Desk } from './desk.ts';
import { rowsShown } from './shapes.ts';

/** Says that a list goes on and how to ask for the rest; null when it is all there. */
export const moreLine = (desk: Desk, total: number, page: number): string | null => {
  const pages = Math.ceil(total / rowsShown);
  return pages <= 1 ? null : desk.text('assistant.more', { total, page, pages });
};

/** Parts of a line that are there. */
export const joined = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
