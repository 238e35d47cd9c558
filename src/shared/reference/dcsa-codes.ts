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

/** Whether a container is empty or laden. */
export const emptyIndicators = ['EMPTY', 'LADEN'] as const;
export type EmptyIndicator = (typeof emptyIndicators)[number];

/** Means of transport of a call. */
export const transportModes = ['VESSEL', 'RAIL', 'TRUCK', 'BARGE'] as const;
export type TransportMode = (typeof transportModes)[number];
