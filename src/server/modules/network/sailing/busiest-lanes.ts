import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { presentPorts } from './present.ts';

const maxLanes = 10;
/** The latest tracked shipments that are counted, so that the answer costs the same for few and for millions. */
const maxCounted = 2000;

/** The ten lanes with most of the latest tracked shipments of the caller's tenants, by sea or domestic; ties by code. */
export async function findBusiestLanes(
  ctx: Ctx,
  { domestic }: { domestic: 0 | 1 },
  reference: ReferenceSnapshot,
): Promise<CallData<'busiestLanes'>> {
  const latest = ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as h', 'h.id', 's.shipment_id')
    .select(['h.port_of_loading as fromPort', 'h.port_of_discharge as toPort'])
    .where('s.mode', '=', domestic === 1 ? 'domestic' : 'sea')
    .where('s.ended', '=', false)
    .orderBy('s.subscribed_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(maxCounted);
  const rows = await ctx.db
    .selectFrom(latest.as('latest'))
    .select(['fromPort', 'toPort', sql<number>`count(*)::int`.as('shipments')])
    .where('fromPort', 'is not', null)
    .where('toPort', 'is not', null)
    .groupBy(['fromPort', 'toPort'])
    .orderBy('shipments', 'desc')
    .orderBy('fromPort')
    .orderBy('toPort')
    .limit(maxLanes)
    .execute();
  // A port that is not mapped yet cannot be searched.
  const lanes = rows.flatMap(({ fromPort, toPort, shipments }) => {
    const known = [fromPort, toPort].every((code) => code !== null && reference.ports.has(code));
    return known && fromPort !== null && toPort !== null ? [{ fromPort, toPort, shipments }] : [];
  });
  return {
    lanes,
    ports: presentPorts(
      lanes.flatMap(({ fromPort, toPort }) => [fromPort, toPort]),
      reference,
    ),
  };
}
