// unscoped: Master data and its users are the platform’s: these tables have no tenant, and a code may not be removed while any tenant uses
// it.
import { sql } from 'kysely';
import { escapeLike } from '#server/platform/search/index.ts';
import { loose, type EntityHooks, type RowUsers } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { portFenceHooks } from './fence-distance.ts';

/** Counted no further: one is enough to keep a row. */
const maxCounted = 100;
const namesShown = 5;

/** Shipments whose documents name a code, in whatever part of them. */
async function shipmentsNaming(ctx: Ctx, code: unknown): Promise<RowUsers[]> {
  const contains = sql<boolean>`content::text like ${`%"${escapeLike(String(code))}"%`}`;
  const count = await loose(ctx.unscoped.system)
    .selectFrom(
      loose(ctx.unscoped.system)
        .selectFrom('shipment')
        .select('id')
        .where('fused', '=', true)
        .where(contains)
        .limit(maxCounted)
        .as('few'),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  if (Number(count['n']) === 0) return [];
  const rows = await ctx.db
    .selectFrom('shipment')
    .select('bill_no')
    .where('fused', '=', true)
    .where(contains)
    .limit(namesShown)
    .execute();
  return [
    {
      entity: 'shipment',
      label: { zh: '运单', en: 'Shipments' },
      count: Number(count['n']),
      names: rows.map((row) => row.bill_no ?? ''),
    },
  ];
}

const namedInShipments: EntityHooks = { usersOf: (ctx, row) => shipmentsNaming(ctx, row['code']) };

/** What no declaration can say: who uses codes that stand inside of documents, how far a fence may lie from its port. */
export const masterDataHooks: Readonly<Record<string, EntityHooks>> = {
  dataStatus: namedInShipments,
  containerType: namedInShipments,
  portFence: portFenceHooks,
};
