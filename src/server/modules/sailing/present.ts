import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/sailing.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { CallRow } from './call-rows.ts';
import type { CallTellers } from './read-queries.ts';

type Turn = SailingRoute['legs'][number]['departure'];

/** What is known of an arrival. */
export const arrivalOf = (row: CallRow): Turn => ({
  planned: row.planned_arrival,
  estimated: row.estimated_arrival,
  actual: row.actual_arrival,
});

/** What is known of a departure. */
export const departureOf = (row: CallRow): Turn => ({
  planned: row.planned_departure,
  estimated: row.estimated_departure,
  actual: row.actual_departure,
});

type Said = SailingRoute['legs'][number]['arrivalSaid'];

/** Who told the times of a call, as the wire has it. */
export const saidOf = (tellers: CallTellers | undefined): { arrivalSaid: Said; departureSaid: Said } => {
  const present = (teller: CallTellers['arrival'] | undefined): Said =>
    teller == null ? null : { carrierCode: teller.carrierCode, saidTime: teller.saidAt };
  return { arrivalSaid: present(tellers?.arrival), departureSaid: present(tellers?.departure) };
};

/** A ride between two calls as the wire has it. */
export const presentLeg = (
  board: CallRow,
  alight: CallRow,
  tellers: ReadonlyMap<number, CallTellers>,
): SailingRoute['legs'][number] => ({
  carrierCode: board.carrier_code,
  serviceCode: board.service_code,
  vesselName: board.vessel_name,
  imo: board.imo,
  voyage: board.export_voyage,
  fromPort: board.port_code,
  fromTerminal: board.terminal,
  toPort: alight.port_code,
  toTerminal: alight.terminal,
  departure: departureOf(board),
  departureSaid: saidOf(tellers.get(board.id)).departureSaid,
  arrival: arrivalOf(alight),
  arrivalSaid: saidOf(tellers.get(alight.id)).arrivalSaid,
  boardCallId: String(board.id),
  alightCallId: String(alight.id),
  differs: board.differences.length > 0 || alight.differences.length > 0,
});

/** Elapsed days between two moments; a day that was begun counts. */
export const daysBetween = (from: number, to: number): number => Math.ceil((to - from) / DAY_MS);

/** Ports or airports with their names, zones and places. */
export const presentPorts = (
  codes: Iterable<string>,
  reference: ReferenceSnapshot,
): CallData<'sailingQuery'>['ports'] =>
  [...new Set(codes)].map((portCode) => {
    const port = placeIn(reference, portCode);
    return {
      portCode,
      portName: port?.name ?? portCode,
      portNameCn: port?.nameCn ?? null,
      zone: port?.zone ?? null,
      lon: port?.lon ?? null,
      lat: port?.lat ?? null,
    };
  });
