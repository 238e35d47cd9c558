import { equipmentCodes, shipmentCodes, transportCodes } from '#shared/reference/dcsa-codes.ts';

export {
  type Classifier,
  classifiers,
  documentTypes,
  type EmptyIndicator,
  emptyIndicators,
  equipmentCodes,
  type EventType,
  eventTypes,
  shipmentCodes,
  transportCodes,
  type TransportMode,
  transportModes,
} from '#shared/reference/dcsa-codes.ts';

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

/** What 2.3 added. */
const shipmentCodes23 = ['PENC', 'CANC'] as const;

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
