import { readFileSync } from 'node:fs';
import { createRiskZones } from '#domain/exceptions/risk-zones.ts';
import type { RiskZone } from '#domain/exceptions/risk-zones.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { parseOutline } from '#shared/geo/outline.ts';
import type { Outline } from '#shared/geo/outline.ts';
import { parseRiskZones } from '#shared/reference/statuses.ts';

/** The area a text draws; throws where it draws none. */
export function outlineOf(text: string): Outline {
  const read = parseOutline(text);
  if ('problem' in read) throw new Error(`${text.slice(0, 40)}: ${read.problem}`);
  return read.outline;
}

const instantOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));

/** The risk zones that every installation begins with. */
export const seededZones: readonly RiskZone[] = parseRiskZones(
  readFileSync(new URL('../../seeds/risk-zones.csv', import.meta.url), 'utf8'),
).map(({ code, severity, outline, activeFrom, activeTo }) => ({
  code,
  severity,
  outline: outlineOf(outline),
  activeFrom: Date.parse(activeFrom),
  activeTo: instantOf(activeTo),
}));

/** Whether the usual way by sea between two places leads through one of the seeded zones. */
export function leadsThroughZone(from: LonLat, to: LonLat): boolean {
  const zones = createRiskZones(seededZones, (name) => (name === 'from' ? from : to));
  return (zones.between('from', 'to')?.zones.length ?? 0) > 0;
}
