import { readTrack } from './read-positions.ts';
import type { VoyageView } from '#domain/position/voyage.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { listVoyageViews } from './voyage-views.ts';

/** What the trace page shows of the vessel: where she is, when we expect her, and her way since the port of loading. */
export type TracePosition = { view: VoyageView; track: { lon: number; lat: number }[] };

const mostPoints = 500;

/** The vessel of a subscription's present leg as positions show her; undefined when nobody receives her. */
export async function findTracePosition(ctx: Ctx, subscriptionId: number): Promise<TracePosition | undefined> {
  const view = (await listVoyageViews(ctx.database, [subscriptionId])).get(subscriptionId);
  if (view?.fix == null) return undefined;
  const from = view.departedAt ?? view.stay?.arrivedAt ?? view.fix.at - DAY_MS;
  const { points } = await readTrack(ctx, view.mmsi, from, view.fix.at, mostPoints);
  return { view, track: points };
}
