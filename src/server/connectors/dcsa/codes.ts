/** Event types of Track & Trace 2.2. */
export const eventTypes = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'] as const;
export type EventType = (typeof eventTypes)[number];

/** Planned, estimated, actual. */
export const classifiers = ['PLN', 'EST', 'ACT'] as const;
export type Classifier = (typeof classifiers)[number];

/** What a vessel, train, barge or truck does at a call. */
export const transportCodes = ['ARRI', 'DEPA'] as const;

/** What happens to a container. */
export const equipmentCodes = [
  'LOAD',
  'DISC',
  'GTIN',
  'GTOT',
  'STUF',
  'STRP',
  'PICK',
  'DROP',
  'INSP',
  'RSEA',
  'RMVD',
] as const;

/** What else can happen to a container by Track & Trace 3.0. */
const equipmentCodes3 = ['AVPU', 'AVDO', 'CROS', 'CUSS', 'CUSI', 'CUSR'] as const;

/** What else can happen to a document by Track & Trace 3.0. */
const shipmentCodes3 = [
  'AMCF',
  'AMCN',
  'AMDC',
  'AMPR',
  'AMRE',
  'CACF',
  'CADC',
  'CARE',
  'DECL',
  'PENM',
  'PSAM',
  'PSDL',
  'SUAM',
  'SUDL',
  'UPCF',
  'UPCN',
  'UPDC',
  'UPDT',
  'UPRE',
] as const;

/** What happens to a document or to the shipment as a whole. */
export const shipmentCodes = [
  'RECE',
  'DRFT',
  'PENA',
  'PENU',
  'REJE',
  'APPR',
  'ISSU',
  'SURR',
  'SUBM',
  'VOID',
  'CONF',
  'REQS',
  'CMPL',
  'HOLD',
  'RELS',
] as const;

/** What 2.3 added. */
const shipmentCodes23 = ['PENC', 'CANC'] as const;

/** Documents that a SHIPMENT event may be about. */
export const documentTypes = [
  'CBR',
  'BKG',
  'SHI',
  'TRD',
  'DEI',
  'DEO',
  'SRM',
  'CAS',
  'VGM',
  'CUS',
  'DGD',
  'OOG',
  'CQU',
  'INV',
  'ARN',
  'HCE',
  'PCK',
] as const;

/** Documents that 3.0 knows besides. */
export const documentTypes3 = [
  'AMF',
  'CEA',
  'CEO',
  'CQR',
  'CRO',
  'CUC',
  'FCE',
  'ICE',
  'PCE',
  'PFD',
  'TRO',
  'VCE',
] as const;

/** Whether a container is empty or laden. */
export const emptyIndicators = ['EMPTY', 'LADEN'] as const;
export type EmptyIndicator = (typeof emptyIndicators)[number];

/** Means of transport of a call. */
export const transportModes = ['VESSEL', 'RAIL', 'TRUCK', 'BARGE'] as const;
export type TransportMode = (typeof transportModes)[number];

/** Name of the attribute that holds the event code, by event type. */
export const codeAttributes = {
  SHIPMENT: { name: 'shipmentEventTypeCode', codes: [...shipmentCodes, ...shipmentCodes23] },
  TRANSPORT: { name: 'transportEventTypeCode', codes: transportCodes },
  EQUIPMENT: { name: 'equipmentEventTypeCode', codes: equipmentCodes },
} as const;

/** The same for 3.0, which knows more codes. */
export const codeAttributes3 = {
  SHIPMENT: { name: 'shipmentEventTypeCode', codes: [...codeAttributes.SHIPMENT.codes, ...shipmentCodes3] },
  TRANSPORT: codeAttributes.TRANSPORT,
  EQUIPMENT: { name: 'equipmentEventTypeCode', codes: [...equipmentCodes, ...equipmentCodes3] },
} as const;

/** Code of an event, of whichever type. */
export type EventCode = (
  | typeof transportCodes
  | typeof equipmentCodes
  | typeof equipmentCodes3
  | typeof shipmentCodes
  | typeof shipmentCodes23
  | typeof shipmentCodes3
)[number];
