/** How much of a page was read: its rows that were, and those that were not; a page that was refused as a whole has none. */
export type ReadPage = { id: number; state: 'parsed' | 'partly' | 'refused'; events: number; refusedEvents: number };

const RECENT = 3;
const FORMER_LEAST = 3;
const BADLY_READ = 0.5;
const WELL_READ = 0.8;

/** The share of the rows of a page that was read, 0 to 1. */
export const readShare = ({ state, events, refusedEvents }: Omit<ReadPage, 'id'>): number =>
  state === 'refused' || events + refusedEvents === 0 ? 0 : events / (events + refusedEvents);

const mean = (pages: readonly ReadPage[]): number =>
  pages.reduce((sum, page) => sum + readShare(page), 0) / pages.length;

/** What pages of a site, newest first, tell of its layout. */
export type LayoutState =
  | { kind: 'changed'; answerId: number; readAnswerId: number; share: number; before: number }
  | { kind: 'fine' }
  | { kind: 'unsure' };

/**
 * Whether the newest pages can no longer be read as those before them: a layout that has changed, not one bad page. `fine` when the newest
 * ones are read; `unsure` when there are too few, or when they were never read well.
 */
export function pagesChanged(pages: readonly ReadPage[]): LayoutState {
  const recent = pages.slice(0, RECENT);
  const former = pages.slice(RECENT);
  if (recent.length < RECENT) return { kind: 'unsure' };
  const share = mean(recent);
  if (share >= WELL_READ) return { kind: 'fine' };
  const first = recent.findLast((page) => readShare(page) < BADLY_READ);
  const read = pages.find((page) => readShare(page) >= WELL_READ);
  if (share >= BADLY_READ || former.length < FORMER_LEAST || mean(former) < WELL_READ) return { kind: 'unsure' };
  if (first === undefined || read === undefined) return { kind: 'unsure' };
  return { kind: 'changed', answerId: first.id, readAnswerId: read.id, share, before: mean(former) };
}
