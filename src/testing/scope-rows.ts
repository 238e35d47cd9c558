import type { Kysely } from 'kysely';
import type { DB } from '#generated/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';

/** The moment of all rows made here. */
export const SCOPE_NOW = ts(Date.UTC(2026, 0, 1));

/** Three tenants, and views on the first (`db`) and on the first two (`both`). */
export type ScopeRows = { mine: number; second: number; other: number; db: Kysely<DB>; both: Kysely<DB> };

/** A subscription of a bill, as it is inserted. */
export const scopeSubscription = (tenant_id: number, bill_no: string) => ({
  tenant_id,
  bill_no,
  subject: 'bill' as const,
  carrier_code: 'AAAA',
  channel: 'EDI',
  source_type: 'CARRIER',
  subscribed_at: SCOPE_NOW,
  created_at: SCOPE_NOW,
});

/** Makes rows of three tenants in tables of all sorts: two subscriptions of the first, one of each other, shared and platform rows. */
export async function buildScopeRows(database: Database): Promise<ScopeRows> {
  const { system } = database;
  const tenants = await system
    .insertInto('tenant')
    .values([
      { code: 'MINE', name: 'm' },
      { code: 'SECOND', name: 's' },
      { code: 'OTHER', name: 'o' },
    ])
    .returning('id')
    .execute();
  const [mine, second, other] = tenants.map(({ id }) => id) as [number, number, number];
  const db = database.scoped({ kind: 'tenants', tenantIds: [mine] });
  const both = database.scoped({ kind: 'tenants', tenantIds: [second, mine] });
  const rows = await system
    .insertInto('subscription')
    .values([
      scopeSubscription(mine, 'M1'),
      scopeSubscription(mine, 'M2'),
      scopeSubscription(second, 'S1'),
      scopeSubscription(other, 'O1'),
    ])
    .returning(['id', 'tenant_id', 'bill_no'])
    .execute();
  const source = await system
    .insertInto('source')
    .values({
      code: 'SRC',
      protocol: 'dcsa',
      source_type: 'CARRIER',
      channel: 'API',
      name_cn: 'x',
      name_en: 'x',
      base_url: 'http://x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await system
    .insertInto('subscription_source')
    .values(rows.map((row) => ({ tenant_id: row.tenant_id, subscription_id: row.id, source_id: source.id })))
    .execute();
  await system
    .insertInto('rule_setting')
    .values([
      { tenant_id: null, rule_code: 'R' },
      { tenant_id: mine, rule_code: 'R' },
      { tenant_id: other, rule_code: 'R' },
    ])
    .execute();
  await system
    .insertInto('live_event')
    .values([null, mine, other].map((tenant_id) => ({ tenant_id, at: SCOPE_NOW, topic: 't', payload: json({}) })))
    .execute();
  return { mine, second, other, db, both };
}
