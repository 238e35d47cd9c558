import type { useT } from '#web/i18n/index.ts';

/** Attributes of a shipment that have a name for people. */
export const namedAttributes = [
  'billNo',
  'bookingNo',
  'carrierCode',
  'vesselName',
  'vesselImo',
  'voyage',
  'serviceCode',
  'placeOfReceipt',
  'portOfLoading',
  'portOfDischarge',
  'placeOfDelivery',
  'finalDestination',
  'plannedDeparture',
  'etd',
  'atd',
  'plannedArrival',
  'eta',
  'ata',
  'containerNo',
  'sealNo',
  'sizeType',
  'quantity',
  'grossWeightKg',
  'volumeM3',
  'planned',
  'estimated',
  'actual',
  'zone',
  'place',
  'portCode',
  'legs',
  'containers',
  'observedAt',
  'lastSuccessAt',
  'lastChangeAt',
  'lastError',
  'consecutiveFailures',
  'subscribedAt',
] as const;

/** The name of an attribute for people; its own word when there is none. */
export function attributeLabel(t: ReturnType<typeof useT>, attribute: string): string {
  const known = namedAttributes.find((name) => name === attribute);
  return known === undefined ? attribute : t(`value.attribute.${known}`);
}
