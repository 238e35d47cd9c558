import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import type { CallValueSources, ValueSource } from '#domain/network/sailing/model.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { CallRow } from './call-rows.ts';

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

type Statement = SailingRoute['legs'][number]['arrivalSaid'];

const presentValueSource = (valueSource: ValueSource | null | undefined): Statement =>
  valueSource == null ? null : { carrierCode: valueSource.carrierCode, saidTime: valueSource.statedAt };

/** Which source reported the times of a call, as the wire has it. */
export const statedOf = (
  valueSources: CallValueSources | undefined,
): { arrivalSaid: Statement; departureSaid: Statement } => ({
  arrivalSaid: presentValueSource(valueSources?.arrival),
  departureSaid: presentValueSource(valueSources?.departure),
});

/** The cut-offs of a call with which source reported each, where that was requested. */
export const cutOffsOf = (
  { cut_offs }: Pick<CallRow, 'cut_offs'>,
  valueSources?: CallValueSources,
): SailingRoute['cutOffs'] =>
  cut_offs.map(({ code, at }) => ({ code, time: at, said: presentValueSource(valueSources?.cutOffs[code]) }));

/** A ride between two calls as the wire has it. */
export const presentLeg = (
  board: CallRow,
  alight: CallRow,
  valueSources: ReadonlyMap<number, CallValueSources>,
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
  departureSaid: statedOf(valueSources.get(board.id)).departureSaid,
  arrival: arrivalOf(alight),
  arrivalSaid: statedOf(valueSources.get(alight.id)).arrivalSaid,
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
