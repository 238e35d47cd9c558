import type { SailingRoute } from '#contract/sailing.ts';
import { cutoffCodes, type CutoffCode } from '#shared/reference/cutoff-codes.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { escapeFormula } from '#shared/text/escape-formula.ts';
import { toLocalText, zoneLabel } from '#shared/time/zone.ts';

/** Words and names that the file is written with. */
export type FileWords = {
  title: (column: 'carriers' | 'service' | 'vessel' | 'pol' | 'etd' | 'change' | 'pod' | 'eta' | 'days') => string;
  cutOff: (code: CutoffCode) => string;
  carrierName: (code: string) => string;
  portName: (code: string) => string;
  zoneOf: (code: string) => string | null;
};

type Leg = SailingRoute['legs'][number];
type Turn = Leg['departure'];

function timeText({ actual, estimated, planned }: Turn, zone: string): string {
  const at = actual ?? estimated ?? planned;
  if (at === null) return '';
  const kind = actual !== null ? 'ACT' : estimated !== null ? 'EST' : 'PLN';
  return `${toLocalText(at, zone).slice(0, 16)} ${zoneLabel(at, zone)} ${kind}`;
}

/** Sailings as lines of a table with its heads: legs, ports and times in the zone of each place, days and cut-offs. */
export function sailingLines(routes: readonly SailingRoute[], words: FileWords): string[][] {
  const { title, cutOff, carrierName, portName, zoneOf } = words;
  const zone = (port: string): string => zoneOf(port) ?? 'UTC';
  const place = (port: string): string => `${portName(port)} ${port}`;
  const lineOf = ({ sellers, legs, transitDays, cutOffs }: SailingRoute): string[] => {
    const [first, last] = [legs[0] as Leg, legs.at(-1) as Leg];
    const changes = legs.slice(1).map((leg, index) => {
      const [comes, leaves] = [(legs[index] as Leg).arrival, leg.departure];
      return `${place(leg.fromPort)} ${timeText(comes, zone(leg.fromPort))} – ${timeText(leaves, zone(leg.fromPort))}`;
    });
    return [
      sellers.map(carrierName).join('; '),
      legs.map(({ serviceCode }) => serviceCode).join(' / '),
      legs.map(({ vesselName, voyage }) => `${vesselName} ${voyage ?? ''}`.trim()).join(' / '),
      place(first.fromPort),
      timeText(first.departure, zone(first.fromPort)),
      changes.join(' / '),
      place(last.toPort),
      timeText(last.arrival, zone(last.toPort)),
      String(transitDays),
      ...cutoffCodes.map((code) => {
        const found = cutOffs.find((one) => one.code === code);
        if (found === undefined) return '';
        return `${toLocalText(found.time, zone(first.fromPort)).slice(0, 16)} ${zoneLabel(found.time, zone(first.fromPort))}`;
      }),
    ];
  };
  const heads = (['carriers', 'service', 'vessel', 'pol', 'etd', 'change', 'pod', 'eta', 'days'] as const).map(title);
  return [[...heads, ...cutoffCodes.map(cutOff)], ...routes.map(lineOf)];
}

/** The same as a file that spreadsheet programs read. */
export const sailingFile = (routes: readonly SailingRoute[], words: FileWords): Blob =>
  new Blob(
    [
      formatCsv(
        sailingLines(routes, words).map((line) => line.map(escapeFormula)),
        { bom: true },
      ),
    ],
    {
      type: 'text/csv;charset=utf-8',
    },
  );
