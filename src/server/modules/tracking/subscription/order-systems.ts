import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Logger } from 'pino';
import { z } from 'zod';
import { insertRefusals } from '#server/modules/intake/collection/index.ts';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';

/** What following order systems works with. */
export type FeedDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Base address of the tenants' order systems. */
  baseUrl: string;
};

/** An item of a page that was not taken: its place in the page and the field that is wrong. */
type RefusedItem = { index: number; field: string | null };

type Tenant = { id: number; code: string };

/** A list that every order system offers, oldest first behind a cursor. */
export type OrderSystemList = {
  /** Last part of its path, and the field of the answer that has the items. */
  path: string;
  items: string;
  /** Where the cursor of a tenant is kept. */
  cursorKey: (tenantCode: string) => string;
  /** Takes the items of a page in its transaction; gives those that were refused. */
  take: (items: readonly unknown[], tenant: Tenant) => Promise<readonly RefusedItem[]>;
};

const pageSize = 500;
const maxPages = 20;
const timeoutMs = 20_000;

/** An item of a page that was read, with its place in the page. */
export type ReadItem<V> = { index: number; value: V };

/** Items read by their shape, and those that do not have it. */
export function readItems<T extends z.ZodType>(
  shape: T,
  items: readonly unknown[],
): { read: ReadItem<z.output<T>>[]; refused: RefusedItem[] } {
  const read: ReadItem<z.output<T>>[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = shape.safeParse(item);
    if (parsed.success) read.push({ index, value: parsed.data });
    else refused.push({ index, field: parsed.error.issues[0]?.path.join('.') || null });
  }
  return { read, refused };
}

/** What was refused, short and without signs that cannot be stored. */
const sampleOf = (raw: unknown): string => (JSON.stringify(raw) ?? '').replaceAll('\\u0000', '').slice(0, 200);

async function readCursor(database: Database, key: string): Promise<string | null> {
  const value = await readState(database, key);
  return typeof value === 'string' ? value : null;
}

async function takePage(
  deps: FeedDeps,
  tenant: Tenant,
  list: OrderSystemList,
  cursor: string | null,
): Promise<{ next: string | null; full: boolean }> {
  const url = new URL(`${deps.baseUrl}/shippers/${encodeURIComponent(tenant.code)}/${list.path}`);
  url.searchParams.set('limit', String(pageSize));
  if (cursor !== null) url.searchParams.set('after', cursor);
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (response.status === 404) return { next: cursor, full: false };
  if (!response.ok) throw new Error(`the order system of ${tenant.code} answered ${response.status}`);
  const body = z.record(z.string(), z.unknown()).parse(await response.json());
  const items = z.array(z.unknown()).parse(body[list.items]);
  const next = z.string().nullish().parse(body['next']) ?? cursor;
  await deps.database.transaction(async () => {
    const refused = await list.take(items, tenant);
    await insertRefusals(
      deps.database,
      refused.map(({ index, field }) => ({
        tenantId: tenant.id,
        sourceId: null,
        subscriptionId: null,
        via: 'feed',
        reason: 'malformed_event',
        detail: { index, eventId: null, field },
        sample: sampleOf(items[index]),
      })),
      deps.clock.now(),
    );
    // An order system without anything yet gives no place to go on from.
    if (next === null) return;
    await keepState(deps.database, list.cursorKey(tenant.code), next);
  });
  return { next, full: items.length >= pageSize };
}

/** A page that cannot be read at all is counted; a system that does not answer counts as an empty page. */
async function countUnreadPage({ database, clock }: FeedDeps, tenantId: number, error: unknown): Promise<void> {
  const reason = error instanceof SyntaxError ? 'unreadable' : error instanceof z.ZodError ? 'malformed_event' : null;
  if (reason === null) return;
  const tallied = { tenantId, sourceId: null, sender: '', via: 'feed' as const, reason, field: '', n: 1, sample: null };
  await tallyRefusals(database, [tallied], clock.now());
}

/**
 * Takes what the tenants' order systems have had in these lists since the last time. A tenant whose system does not answer is
 * tried again later and holds up no other.
 */
export async function followOrderSystems(deps: FeedDeps, lists: readonly OrderSystemList[]): Promise<void> {
  const tenants = await deps.database.system
    .selectFrom('tenant')
    .select(['id', 'code'])
    .where('active', '=', true)
    .execute();
  for (const tenant of tenants) {
    try {
      for (const list of lists) {
        let cursor = await readCursor(deps.database, list.cursorKey(tenant.code));
        for (let count = 0; count < maxPages; count += 1) {
          const { next, full } = await takePage(deps, tenant, list, cursor);
          cursor = next;
          if (!full) break;
        }
      }
    } catch (error) {
      deps.log.warn({ err: error, tenant: tenant.code }, 'an order system could not be followed');
      await countUnreadPage(deps, tenant.id, error);
    }
  }
}
