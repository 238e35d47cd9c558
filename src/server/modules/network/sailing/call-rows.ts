import {
  type CallDifference,
  type CallSeller,
  type CutOff,
  type MergedCall,
  type StatedCall,
} from '#domain/network/sailing/model.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A merged call as it is stored; instants are epoch milliseconds. */
export type CallRow = {
  id: number;
  carrier_code: string;
  service_code: string;
  service_name: string | null;
  imo: string;
  mmsi: string | null;
  vessel_name: string;
  call_sign: string | null;
  flag: string | null;
  import_voyage: string | null;
  export_voyage: string | null;
  universal_voyage: string | null;
  port_code: string;
  terminal: string | null;
  omitted: boolean;
  planned_arrival: Instant | null;
  estimated_arrival: Instant | null;
  actual_arrival: Instant | null;
  planned_departure: Instant | null;
  estimated_departure: Instant | null;
  actual_departure: Instant | null;
  arrives_at: Instant;
  departs_at: Instant;
  cut_offs: CutOff[];
  sellers: CallSeller[];
  differences: CallDifference[];
  changed_at: Instant;
};

/** Columns of a merged call in the order of statements. */
export const callColumns = `id, carrier_code, service_code, service_name, imo, mmsi, vessel_name, call_sign, flag, import_voyage,
  export_voyage, universal_voyage, port_code, terminal, omitted, planned_arrival, estimated_arrival, actual_arrival,
  planned_departure, estimated_departure, actual_departure, arrives_at, departs_at, cut_offs, sellers, differences, changed_at`;

/** A merged call as a row. */
export const toRow = (id: number, call: MergedCall, at: Instant): CallRow => ({
  id,
  carrier_code: call.carrierCode,
  service_code: call.serviceCode,
  service_name: call.serviceName,
  imo: call.imo,
  mmsi: call.mmsi,
  vessel_name: call.vesselName,
  call_sign: call.callSign,
  flag: call.flag,
  import_voyage: call.importVoyage,
  export_voyage: call.exportVoyage,
  universal_voyage: call.universalVoyage,
  port_code: call.portCode,
  terminal: call.terminal,
  omitted: call.omitted,
  planned_arrival: call.arrival.planned,
  estimated_arrival: call.arrival.estimated,
  actual_arrival: call.arrival.actual,
  planned_departure: call.departure.planned,
  estimated_departure: call.departure.estimated,
  actual_departure: call.departure.actual,
  arrives_at: call.arrivesAt,
  departs_at: call.departsAt,
  cut_offs: [...call.cutOffs],
  sellers: [...call.sellers],
  differences: [...call.differences],
  changed_at: at,
});

const instantColumns = [
  'planned_arrival',
  'estimated_arrival',
  'actual_arrival',
  'planned_departure',
  'estimated_departure',
  'actual_departure',
  'arrives_at',
  'departs_at',
  'changed_at',
] as const satisfies readonly (keyof CallRow)[];

const isoText = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A row for a statement that takes many rows as one JSON document. */
export const rowAsJson = (row: CallRow): Record<string, unknown> => ({
  ...row,
  ...Object.fromEntries(instantColumns.map((column) => [column, isoText(row[column])])),
});

/** Values whose changes are kept, what people plan by, with their columns. */
const watched = {
  vessel: 'vessel_name',
  voyage: 'export_voyage',
  terminal: 'terminal',
  omitted: 'omitted',
  plannedArrival: 'planned_arrival',
  estimatedArrival: 'estimated_arrival',
  actualArrival: 'actual_arrival',
  plannedDeparture: 'planned_departure',
  estimatedDeparture: 'estimated_departure',
  actualDeparture: 'actual_departure',
} as const satisfies Record<string, keyof CallRow>;

/** One value of a call that changed. */
export type CallChange = {
  call_id: number;
  at: string;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

const asText = (value: string | number | boolean | null): string | null => (value === null ? null : String(value));

/** How a call changed from what was stored. */
export function changesBetween(before: CallRow, after: CallRow, at: Instant): CallChange[] {
  return Object.entries(watched).flatMap(([field, column]) =>
    before[column] === after[column]
      ? []
      : [
          {
            call_id: after.id,
            at: new Date(at).toISOString(),
            field,
            old_value: asText(before[column]),
            new_value: asText(after[column]),
          },
        ],
  );
}

/** Whether two rows say the same; when they changed is no part of it. */
export function isSameCall(a: CallRow, b: CallRow): boolean {
  const { changed_at: _before, ...before } = a;
  const { changed_at: _after, ...after } = b;
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : part,
    );
  return sorted(before) === sorted(after);
}

/** A statement as it is stored. */
export type StatementRow = {
  carrier_code: string;
  call_ref: string;
  call_id: number;
  statement: StatedCall;
  said_at: Instant;
};
