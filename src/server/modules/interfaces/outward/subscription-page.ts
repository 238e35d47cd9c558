import { eventFilters } from '#contract/interfaces/outward-api/filters.ts';
import { EventQueryError } from './event-filter.ts';
import type { ShownSubscription } from './event-subscriptions.ts';
import { checkBesideCursor, lastOffset, readLimit, type Cursors } from './query-events.ts';

const placeForm = /^(\d{1,7})\|(.*)$/s;
const known = new Set(['limit', 'cursor', 'sort']);

/** Attributes that subscriptions may be sorted by. */
const sortableSubscription = new Set<string>(['subscriptionID', 'callbackUrl', ...Object.keys(eventFilters)]);

type Order = { name: string; sign: 1 | -1 };

function readOrder(text: string | null): Order[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [name = '', direction = 'ASC'] = part.split(':');
    if (!sortableSubscription.has(name)) throw new EventQueryError(`sort: there is no order by ${name.slice(0, 40)}`);
    if (!/^(ASC|DESC)$/i.test(direction)) throw new EventQueryError('sort: directions are ASC and DESC');
    return { name, sign: direction.toUpperCase() === 'ASC' ? 1 : -1 };
  });
}

const textOf = (one: ShownSubscription, name: string): string => JSON.stringify(one[name] ?? '');

/** One page of a tenant's subscriptions with the cursors of its neighbours. Throws EventQueryError. */
export function subscriptionPage(
  all: readonly ShownSubscription[],
  search: URLSearchParams,
): Cursors & { items: ShownSubscription[] } {
  for (const name of search.keys())
    if (!known.has(name)) throw new EventQueryError(`unknown parameter ${name.slice(0, 60)}`);
  const cursor = search.get('cursor') ?? '';
  const match = placeForm.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (cursor !== '' && match === null) throw new EventQueryError('cursor is none of ours');
  const [offset, requested] = match === null ? [0, search] : [Number(match[1]), new URLSearchParams(match[2])];
  if (match !== null) checkBesideCursor(search, requested);
  const limit = readLimit(requested.get('limit'));
  const order = readOrder(requested.get('sort'));
  const sorted = all.toSorted((a, b) => {
    for (const { name, sign } of order) {
      const [left, right] = [textOf(a, name), textOf(b, name)];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
  const question = new URLSearchParams([...requested].filter(([name]) => name !== 'cursor')).toString();
  const cursorAt = (at: number): string => Buffer.from(`${at}|${question}`, 'utf8').toString('base64url');
  return {
    items: sorted.slice(offset, offset + limit),
    current: cursorAt(offset),
    first: cursorAt(0),
    next: offset + limit < all.length ? cursorAt(offset + limit) : null,
    prev: offset > 0 ? cursorAt(Math.max(0, offset - limit)) : null,
    last: cursorAt(lastOffset(all.length, limit)),
  };
}
