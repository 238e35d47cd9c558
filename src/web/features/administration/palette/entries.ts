import type { CallData } from '#contract/index.ts';

/** What an entry leads to; the order is that of the groups on screen. */
export const entryKinds = ['today', 'shipment', 'page', 'action', 'user'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** One line of the palette. */
export type Entry = {
  key: string;
  kind: EntryKind;
  label: string;
  /** Stated beside it in a quieter way. */
  hint?: string;
  run: () => void;
};

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/**
 * How well a typed text fits a name: 0 begins with it, 1 a word of it does, 2 it holds it, 3 its letters come in order;
 * undefined does not fit.
 */
export function fitOf(typed: string, name: string): number | undefined {
  const [wanted, all] = [plain(typed), plain(name)];
  if (wanted === '' || all.startsWith(wanted)) return 0;
  if (
    name
      .toLowerCase()
      .split(/[\s/-]+/)
      .some((word) => word.startsWith(wanted))
  )
    return 1;
  if (all.includes(wanted)) return 2;
  let place = 0;
  for (const letter of all) if (letter === wanted[place]) place += 1;
  return wanted.length > 1 && place === wanted.length ? 3 : undefined;
}

/** The entries that fit, best first within their kind. */
export function matching(typed: string, entries: readonly Entry[]): Entry[] {
  return entries
    .flatMap((entry) => {
      const fits = [entry.label, entry.hint ?? ''].flatMap((name) => (name === '' ? [] : (fitOf(typed, name) ?? [])));
      return fits.length === 0 ? [] : [{ entry, fit: Math.min(...fits) }];
    })
    .toSorted((one, other) => one.fit - other.fit)
    .map(({ entry }) => entry);
}

/** Whether a text may be the number of a bill or a container: long enough, with a digit, nothing else in it. */
export const mayBeNumber = (typed: string): boolean =>
  /^(?=.*\d)[A-Z0-9/._-]{6,60}$/i.test(typed.replaceAll(/\s+/g, ''));

type Row = CallData<'querySubscriptions'>['records'][number];

/** Where a found shipment is looked at: its trace once there is one, else its exceptions by number. */
export function shipmentHref({ obmTkSubscribe: found }: Pick<Row, 'obmTkSubscribe'>): string {
  const { bkId, bizSourceType, blNo, ctnNo } = found;
  if (bkId) return `/trace-detail?${new URLSearchParams({ obmBkId: bkId, dataSource: bizSourceType })}`;
  return `/exception-subscribe?${new URLSearchParams(blNo ? { blNo } : { ctnNo: ctnNo ?? '' })}`;
}
