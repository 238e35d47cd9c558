import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { listChanges } from './changes.ts';
import { getFused } from './known-at.ts';
import { Statement } from './statement-changes.ts';
import { listStatements } from './statements.ts';

const maxMoments = 2000;

/** How many shown values changed at each of the latest moments. */
async function listShownChanges(ctx: Ctx, shipmentId: number): Promise<Map<Instant, number>> {
  const paths = new Map<Instant, Set<string>>();
  for (const row of await listChanges(ctx, [shipmentId], { newest: maxMoments })) {
    // Anyone who asks for a moment sees everything of it: what changed twice at once is one moment.
    const known = paths.get(row.known_at) ?? new Set();
    for (const path of Object.keys(row.changes)) known.add(path);
    paths.set(row.known_at, known);
  }
  return new Map(Array.from(paths, ([time, { size }]) => [time, size]));
}

/** Which sources stated something else at each moment than before. */
async function listWhoChanged(ctx: Ctx, shipmentId: number): Promise<Map<Instant, Set<string>>> {
  const statement = new Statement();
  const changed = new Map<Instant, Set<string>>();
  let isFirst = true;
  for (const row of await listStatements(ctx, [shipmentId])) {
    const who = statement.apply(row.statement);
    if (!isFirst) changed.set(row.known_at, new Set([...(changed.get(row.known_at) ?? []), ...who]));
    isFirst = false;
  }
  return changed;
}

/**
 * When something new became known of a shipment, oldest first: how many shown values changed each time, or, where none
 * did, which sources stated something else.
 */
export async function traceMoments({
  ctx,
  obmBkId,
}: {
  ctx: Ctx;
  obmBkId: number | null | undefined;
}): Promise<CallData<'traceMoments'>> {
  const { id } = await getFused(ctx, obmBkId);
  const shown = await listShownChanges(ctx, id);
  const from = Math.min(...shown.keys());
  const silent = [...(await listWhoChanged(ctx, id))].filter(
    ([time, who]) => time > from && who.size > 0 && !shown.has(time),
  );
  const moments = [
    ...Array.from(shown, ([time, changes]) => ({ time, changes, said: [] })),
    ...silent.map(([time, who]) => ({ time, changes: 0, said: [...who].sort() })),
  ];
  return moments.sort((a, b) => a.time - b.time).slice(-maxMoments);
}
