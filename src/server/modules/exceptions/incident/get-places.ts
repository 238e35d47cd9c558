import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { findIncident } from './incident-queries.ts';
import { findFacts, listPortsOf, listVesselsOf } from './place-queries.ts';

type Data = CallData<'incidentPlaces'>;

/** A port that has a position; undefined for others. */
function presentPort(code: string, bookings: number, isCause: boolean, { ports }: ReferenceSnapshot) {
  const port = ports.get(code);
  if (port?.lon == null || port.lat == null) return undefined;
  const { name, nameCn = null, lon, lat } = port;
  return { portCode: code, portName: name, portNameCn: nameCn, lon, lat, bookings, cause: isCause ? 1 : 0 } as const;
}

/** Where an incident of the caller's tenants is: its port or zone, the vessels with its bookings, and where these go. */
export async function getIncidentPlaces({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'incidentPlaces'>;
  reference: ReferenceSnapshot;
}): Promise<Data> {
  const ids = await findIncident(ctx, input.incidentId);
  if (ids === undefined) throw notFound('incident.notFound');
  const [facts, vessels, ports] = await Promise.all([
    findFacts(ctx, input.incidentId),
    listVesselsOf(ctx, ids),
    listPortsOf(ctx, ids),
  ]);
  const cause = String(facts['port'] ?? '');
  const zone = reference.riskZones.get(String(facts['riskZone'] ?? ''));
  const others = ports.filter(({ port_code: code }) => code !== cause);
  const atCause = ports.find(({ port_code: code }) => code === cause)?.bookings ?? 0;
  return {
    vessels: vessels.map(({ mmsi, vessel_name: vesselName, lon, lat, fix_at: heardTime, bookings }) => ({
      mmsi: String(mmsi).padStart(9, '0'),
      vesselName,
      lon,
      lat,
      heardTime,
      bookings,
    })),
    ports: [
      presentPort(cause, atCause, true, reference),
      ...others.map(({ port_code: code, bookings }) => presentPort(code, bookings, false, reference)),
    ].filter((port) => port !== undefined),
    zone:
      zone === undefined
        ? null
        : {
            zoneName: zone.nameCn,
            zoneNameEn: zone.nameEn,
            outline: zone.outline.map((ring) => ring.map(([lon, lat]) => [lon, lat])),
          },
  };
}
