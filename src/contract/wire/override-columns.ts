import { parsePath } from '#domain/intake/fusion/paths.ts';
import { entriesOf } from '#shared/values/objects.ts';

/** Tables of the wire whose fields an expert may correct. */
const overrideTables = ['OBM_BK', 'OBM_MULTI_VESSEL', 'OBM_DOC_ACTUAL_CONTAINER', 'MD_STATUS_RECORD'] as const;
export type OverrideTable = (typeof overrideTables)[number];

type Kind = 'booking' | 'leg' | 'container' | 'event';

const tableOf: Readonly<Record<Kind, OverrideTable>> = {
  booking: 'OBM_BK',
  leg: 'OBM_MULTI_VESSEL',
  container: 'OBM_DOC_ACTUAL_CONTAINER',
  event: 'MD_STATUS_RECORD',
};

/** Column of the wire -> our attribute, by table. */
const attributes: Readonly<Record<OverrideTable, Readonly<Record<string, string>>>> = {
  OBM_BK: {
    BL_NO: 'billNo',
    REFRENCE_NO: 'bookingNo',
    CARRIER_CODE: 'carrierCode',
    CUST_VESSEL: 'vesselName',
    VESSEL_IMO: 'vesselImo',
    CUST_VOYAGE: 'voyage',
    SERVICE_CODE: 'serviceCode',
    POR_CODE: 'placeOfReceipt',
    POL_CODE: 'portOfLoading',
    POD_CODE: 'portOfDischarge',
    DELIVERY_PLACE_CODE: 'placeOfDelivery',
    DESTINATION_CODE: 'finalDestination',
    PLAN_ETD: 'plannedDeparture',
    CUST_ETD: 'etd',
    ATD: 'atd',
    PLAN_ETA: 'plannedArrival',
    CUST_ETA: 'eta',
    ATA: 'ata',
  },
  OBM_MULTI_VESSEL: {
    VESSEL_EN: 'vesselName',
    VESSEL_IMO: 'vesselImo',
    VOYAGE: 'voyage',
    POL_CODE: 'portOfLoading',
    POD_CODE: 'portOfDischarge',
    ETD: 'etd',
    ATD: 'atd',
    ETA: 'eta',
    ATA: 'ata',
  },
  OBM_DOC_ACTUAL_CONTAINER: {
    CTN_NO: 'containerNo',
    SEAL_NO: 'sealNo',
    SIZE_TYPE: 'sizeType',
    QUANTITY: 'quantity',
    GROSS_WEIGHT: 'grossWeightKg',
    CUBE: 'volumeM3',
  },
  MD_STATUS_RECORD: {
    PLAN_EVENT_TIME: 'planned',
    ESTI_EVENT_TIME: 'estimated',
    EVENT_TIME: 'actual',
    VESSEL_NAME: 'vesselName',
    VOYAGE: 'voyage',
    EVENT_TIME_ZONE: 'zone',
    EVENT_PLACE: 'place',
  },
};

/** A column as the table names it: `custEtd` and `cust_etd` are CUST_ETD. */
const columnNameOf = (text: string): string =>
  text
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase();

/** What the wire points at: our path and the booking it is in, or which part of it nobody knows. */
export type PathReading = { bkId: number; path: string } | { problem: 'table' | 'column' | 'row' };

/** Reads `tableName`, `tableKeyId` (id of the booking, with the key of the row after a dash) and `columnName`. */
export function pathOfColumn(tableName: string, tableKeyId: string, columnName: string): PathReading {
  const named = columnNameOf(tableName);
  const found = entriesOf(tableOf).find(([, table]) => table === named);
  if (found === undefined) return { problem: 'table' };
  const [kind, table] = found;
  const attribute = attributes[table][columnNameOf(columnName)];
  if (attribute === undefined) return { problem: 'column' };
  const match = /^(\d{1,15})(?:-(.+))?$/.exec(tableKeyId.trim());
  const bkId = Number(match?.[1]);
  const key = match?.[2];
  if (match === null || (key === undefined) !== (kind === 'booking')) return { problem: 'row' };
  return { bkId, path: kind === 'booking' ? `booking.${attribute}` : `${kind}[${key}].${attribute}` };
}

/** How the wire names a path of a booking. */
export function columnOfPath(
  path: string,
  bkId: string,
): { tableName: OverrideTable; tableKeyId: string; columnName: string } {
  const parsed = parsePath(path);
  if (parsed === undefined) throw new Error(`no path of a shipment: ${path}`);
  const tableName = tableOf[parsed.kind];
  const column = Object.entries(attributes[tableName]).find(([, attribute]) => attribute === parsed.attribute);
  return {
    tableName,
    tableKeyId: parsed.kind === 'booking' ? bkId : `${bkId}-${parsed.key}`,
    columnName: column?.[0] ?? columnNameOf(parsed.attribute),
  };
}
