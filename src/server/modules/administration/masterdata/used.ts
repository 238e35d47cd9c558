import { createHash } from 'node:crypto';
import type { CallData } from '#contract/index.ts';
import { loose, type RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { presentPort, vesselOfRow } from './present.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** Up to so many rows the whole list is no burden; beyond that only what the tenants of the caller use is sent. */
export const wholeUpTo = 2000;
/** No answer has more rows than this: pickers search. */
const limit = 9999;

/** Fingerprint of an answer, for If-None-Match. */
export const contentTag = (answer: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;

const portColumns = ['port_of_loading', 'port_of_discharge', 'place_of_receipt', 'place_of_delivery'] as const;

/** Codes of the ports that shipments of the caller's tenants name. */
async function usedPorts(ctx: Ctx): Promise<Set<string>> {
  const found = await Promise.all(
    portColumns.map((column) =>
      ctx.db
        .selectFrom('shipment')
        .select(`${column} as code`)
        .distinct()
        .where('fused', '=', true)
        .where(column, 'is not', null)
        .limit(limit)
        .execute(),
    ),
  );
  return new Set(found.flat().flatMap(({ code }) => (code === null ? [] : [code])));
}

/** Every port, for lists that are no burden. */
export const everyPort = (reference: ReferenceSnapshot): CallData<'allPorts'> =>
  [...reference.ports.values()].map(presentPort);

/** The ports that the caller's tenants use, by whatever code they are named. */
export async function portsInUse({
  ctx,
  reference,
}: {
  ctx: Ctx;
  reference: ReferenceSnapshot;
}): Promise<CallData<'allPorts'>> {
  const used = await usedPorts(ctx);
  for (const code of used) {
    const meant = reference.aliases.get(code);
    if (meant !== undefined) used.add(meant);
  }
  return [...reference.ports.values()]
    .filter((port) => used.has(port.code))
    .slice(0, limit)
    .map(presentPort);
}

/** All vessels where they are few, else those on which the caller's tenants have cargo; by name. */
export async function allVessels({ ctx }: { ctx: Ctx }): Promise<CallData<'allVessels'>> {
  const rows = await ctx.db
    .selectFrom('md_vessel')
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(wholeUpTo + 1)
    .execute();
  if (rows.length <= wholeUpTo) return rows.map(vesselOfRow);
  const names = ctx.db
    .selectFrom('shipment')
    .select('vessel_name')
    .where('fused', '=', true)
    .where('vessel_name', 'is not', null);
  const used: RawRow[] = await loose(ctx.db)
    .selectFrom('md_vessel as v')
    .selectAll('v')
    .where('v.name', 'in', names)
    .orderBy('v.name')
    .orderBy('v.id')
    .limit(limit)
    .execute();
  return used.map(vesselOfRow);
}
