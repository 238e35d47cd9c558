import type { EmptyIndicator, EventType, TransportMode } from './codes.ts';

/** How one of our milestones is reported in Track & Trace 2.2. */
export type WireStatus = {
  type: EventType;
  code: string;
  documentType?: string;
  empty?: EmptyIndicator;
  mode: TransportMode;
  facility?: string;
};

const equipment = (
  code: string,
  empty: EmptyIndicator,
  mode: TransportMode,
  facility = mode === 'VESSEL' ? 'POTE' : undefined,
): WireStatus => ({ type: 'EQUIPMENT', code, empty, mode, ...(facility === undefined ? {} : { facility }) });

const transport = (code: string, mode: TransportMode): WireStatus => ({
  type: 'TRANSPORT',
  code,
  mode,
  ...(mode === 'VESSEL' ? { facility: 'POTE' } : {}),
});

const document = (code: string, documentType: string): WireStatus => ({
  type: 'SHIPMENT',
  code,
  documentType,
  mode: 'TRUCK',
});

/**
 * Events of 2.2 by the code of our milestone (seeds/statuses.csv). Releases and holds are events of documents in this
 * version; berthing and being ready for return have no event in it.
 */
export const wireStatuses: Readonly<Record<string, WireStatus | undefined>> = {
  BKRC: document('RECE', 'CBR'),
  BKCF: document('CONF', 'BKG'),
  BKCA: document('VOID', 'BKG'),
  STSP: equipment('PICK', 'EMPTY', 'TRUCK', 'DEPO'),
  STUF: equipment('STUF', 'LADEN', 'TRUCK', 'CLOC'),
  PCLD: equipment('LOAD', 'LADEN', 'BARGE'),
  PCDP: transport('DEPA', 'BARGE'),
  PCAR: transport('ARRI', 'BARGE'),
  PCDC: equipment('DISC', 'LADEN', 'BARGE'),
  GITM: equipment('GTIN', 'LADEN', 'TRUCK', 'POTE'),
  EXDC: document('RECE', 'CUS'),
  EXIN: equipment('INSP', 'LADEN', 'TRUCK'),
  EXHO: document('HOLD', 'CUS'),
  PASS: document('RELS', 'CUS'),
  TMPS: document('RELS', 'SRM'),
  LOBD: equipment('LOAD', 'LADEN', 'VESSEL'),
  DLPT: transport('DEPA', 'VESSEL'),
  TSBA: transport('ARRI', 'VESSEL'),
  TSDC: equipment('DISC', 'LADEN', 'VESSEL'),
  TSLB: equipment('LOAD', 'LADEN', 'VESSEL'),
  TSDP: transport('DEPA', 'VESSEL'),
  BDAR: transport('ARRI', 'VESSEL'),
  DSCH: equipment('DISC', 'LADEN', 'VESSEL'),
  IMDC: document('RECE', 'CUS'),
  CUIP: document('HOLD', 'CUS'),
  INSP: equipment('INSP', 'LADEN', 'TRUCK'),
  IMPR: document('RELS', 'CUS'),
  AVPU: document('RELS', 'SRM'),
  STCS: equipment('GTOT', 'LADEN', 'TRUCK', 'POTE'),
  OCLD: equipment('LOAD', 'LADEN', 'BARGE'),
  OCDP: transport('DEPA', 'BARGE'),
  OCAR: transport('ARRI', 'BARGE'),
  OCDC: equipment('DISC', 'LADEN', 'BARGE'),
  STRP: equipment('STRP', 'LADEN', 'TRUCK', 'CLOC'),
  RCVE: equipment('DROP', 'EMPTY', 'TRUCK', 'DEPO'),
};
