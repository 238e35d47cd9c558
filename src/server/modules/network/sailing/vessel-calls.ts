import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { arrivalOf, departureOf } from './present.ts';
import { listVesselCalls } from './read-queries.ts';

const maxCalls = 12;

/** Calls that a vessel's carriers announce from a moment on, as the wire has them. */
export async function readVesselCalls(ctx: Ctx, imo: string, from: Instant) {
  const rows = await listVesselCalls(ctx, imo, from, maxCalls);
  return rows.map((row) => ({
    portCode: row.port_code,
    carrierCode: row.carrier_code,
    serviceCode: row.service_code,
    voyage: row.export_voyage ?? row.import_voyage,
    arrival: arrivalOf(row),
    departure: departureOf(row),
    omitted: row.omitted,
  }));
}
