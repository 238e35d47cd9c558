import { warningCodes } from '#shared/reference/warning-codes.ts';
import { isOneOf } from '#shared/values/objects.ts';
import type {
  BookingContent,
  ContainerContent,
  EventContent,
  LegContent,
  OnwardContent,
  UnitContent,
  WarningContent,
} from '../../tracking/model.ts';
import { isBySea, type OtherMode } from '../../tracking/journey/mode.ts';
import type { AttributePath } from './types.ts';

/** Attributes of the booking that fusion decides one by one. */
export const bookingAttributes = [
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
] as const satisfies readonly (keyof BookingContent)[];

/** Attributes of a leg; `sequence` is its identity. */
export const legAttributes = [
  'vesselName',
  'vesselImo',
  'voyage',
  'portOfLoading',
  'portOfDischarge',
  'etd',
  'atd',
  'eta',
  'ata',
] as const satisfies readonly (keyof LegContent)[];

/** Attributes of a container; the number is its identity and still has a provenance: who knows this container. */
export const containerAttributes = [
  'containerNo',
  'sealNo',
  'sizeType',
  'quantity',
  'grossWeightKg',
  'volumeM3',
] as const satisfies readonly (keyof ContainerContent)[];

const unitOnlyAttributes = [
  'vesselName',
  'voyage',
  'portOfLoading',
  'portOfDischarge',
  'receivedQuantity',
] as const satisfies readonly (keyof UnitContent)[];
const allUnitAttributes = [...containerAttributes, ...unitOnlyAttributes] as const;

/** Attributes of a unit of a mode: those of a container, and by other modes than sea what carries it. */
export const unitAttributes = (mode: OtherMode | undefined): typeof containerAttributes | typeof allUnitAttributes =>
  isBySea(mode) ? containerAttributes : allUnitAttributes;

/** Attributes of an event; container, status, port and occurrence are its identity. */
export const eventAttributes = [
  'planned',
  'estimated',
  'actual',
  'vesselName',
  'voyage',
  'zone',
  'place',
] as const satisfies readonly (keyof EventContent)[];

/** Attributes of the way onward from the port of discharge. */
export const onwardAttributes = [
  'vesselName',
  'voyage',
  'loaded',
  'etd',
  'atd',
  'eta',
  'ata',
] as const satisfies readonly (keyof OnwardContent)[];

const timeAttributes: ReadonlySet<string> = new Set([
  'plannedDeparture',
  'etd',
  'atd',
  'plannedArrival',
  'eta',
  'ata',
  'planned',
  'estimated',
  'actual',
  'time',
  'loaded',
]);
const amountAttributes: ReadonlySet<string> = new Set(['quantity', 'grossWeightKg', 'volumeM3', 'receivedQuantity']);

const placeAttributes: ReadonlySet<string> = new Set([
  'placeOfReceipt',
  'portOfLoading',
  'portOfDischarge',
  'placeOfDelivery',
  'finalDestination',
]);

/** Whether an attribute holds the code of a port or place. */
export const isPlaceAttribute = (attribute: string): boolean => placeAttributes.has(attribute);

/** Whether an attribute holds an instant. */
export const isTimeAttribute = (attribute: string): boolean => timeAttributes.has(attribute);

/** Whether an attribute holds a number (an instant or an amount) and not text. */
export const isNumericAttribute = (attribute: string): boolean =>
  timeAttributes.has(attribute) || amountAttributes.has(attribute);

/** Path of a booking attribute, such as `booking.eta`. */
export const bookingPath = (attribute: keyof BookingContent): AttributePath => `booking.${attribute}`;

/** Name of a leg in paths, such as `leg[2]`. */
export const legName = (sequence: number): string => `leg[${sequence}]`;

/** Path of a leg attribute, such as `leg[2].vesselName`. */
export const legPath = (sequence: number, attribute: keyof LegContent): AttributePath =>
  `${legName(sequence)}.${attribute}`;

/** Name of a container in paths, such as `container[MERU1234567]`. */
export const containerName = (containerNo: string): string => `container[${containerNo}]`;

/** Path of a container attribute, such as `container[MERU1234567].sealNo`. */
export const containerPath = (containerNo: string, attribute: keyof ContainerContent): AttributePath =>
  `${containerName(containerNo)}.${attribute}`;

/** Name of a cut-off in paths, such as `cutoff[DCO]`. */
export const cutoffName = (code: string): string => `cutoff[${code}]`;

/** Path of a cut-off by its code, such as `cutoff[DCO].time`; no attribute that experts correct, so that `parsePath` knows none. */
export const cutoffPath = (code: string): AttributePath => `${cutoffName(code)}.time`;

/** The code in the path of a cut-off; undefined for other paths. */
export const cutoffOfPath = (path: AttributePath): string | undefined => /^cutoff\[(\w+)\]\.time$/.exec(path)?.[1];

/** Identity of a warning inside a shipment: container, kind and port; '' stands for null. */
export const warningKey = ({ containerNo, code, portCode }: Omit<WarningContent, 'time'>): string =>
  `${containerNo ?? ''}|${code}|${portCode ?? ''}`;

/** Name of a warning in paths, such as `warning[MERU1234567|WDUMP|CNSHA]`. */
export const warningName = (warning: Omit<WarningContent, 'time'>): string => `warning[${warningKey(warning)}]`;

/** Path of the time of a warning; experts do not correct it, so that `parsePath` knows none. */
export const warningPath = (warning: Omit<WarningContent, 'time'>): AttributePath => `${warningName(warning)}.time`;

/** What the path of a warning stands for; undefined for other paths. */
export function warningOfPath(path: AttributePath): Omit<WarningContent, 'time'> | undefined {
  const [, containerNo, code, portCode] = /^warning\[([^|\]]*)\|(\w+)\|([^|\]]*)\]\.time$/.exec(path) ?? [];
  return isOneOf(warningCodes, code)
    ? { code, containerNo: containerNo || null, portCode: portCode || null }
    : undefined;
}

/** Name of the way onward in paths. */
export const onwardName = 'onward';

/** Path of an attribute of the way onward, such as `onward.eta`; experts tell it in their bookings, so that `parsePath` knows none. */
export const onwardPath = (attribute: keyof OnwardContent): AttributePath => `${onwardName}.${attribute}`;

/** The attribute in a path of the way onward; undefined for other paths. */
export const onwardOfPath = (path: AttributePath): keyof OnwardContent | undefined =>
  onwardAttributes.find((attribute) => path === onwardPath(attribute));

/** Path of the customer's own number. Experts enter it in their bookings, so `parsePath` does not accept this path. */
export const businessNoPath: AttributePath = 'reference.businessNo';

/** Path of the mode. Shipments by sea have no mode, and experts cannot change it, so `parsePath` does not accept this path. */
export const modePath: AttributePath = 'reference.mode';

/** Identity of an event inside a shipment: container, status, port and occurrence; '' stands for null. */
export const eventKey = (event: Pick<EventContent, 'containerNo' | 'statusCode' | 'portCode' | 'occurrence'>): string =>
  `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}|${event.occurrence}`;

/** Name of an event in paths, such as `event[MERU1234567|LOBD|CNSHA|1]`. */
export const eventName = (event: Parameters<typeof eventKey>[0]): string => `event[${eventKey(event)}]`;

/** An event's key taken apart: container, milestone and port; an empty part is null. */
export function parseEventKey(key: string): {
  containerNo: string | null;
  statusCode: string;
  portCode: string | null;
} {
  const [containerNo = '', statusCode = '', portCode = ''] = key.split('|');
  return { containerNo: containerNo || null, statusCode, portCode: portCode || null };
}

/** Path of an event attribute, such as `event[MERU1234567|LOBD|CNSHA|1].actual`. */
export const eventPath = (
  event: Pick<EventContent, 'containerNo' | 'statusCode' | 'portCode' | 'occurrence'>,
  attribute: keyof EventContent,
): AttributePath => `${eventName(event)}.${attribute}`;

const pathKinds = ['booking', 'leg', 'container', 'event'] as const;

/** What a path points at; undefined for text that is no path of ours. */
export type ParsedPath = {
  kind: (typeof pathKinds)[number];
  /** Leg sequence, container number or event key; '' for the booking. */
  key: string;
  attribute: string;
};

const pathForm = /^(?:(booking)|(leg|container|event)\[([^\]]*)\])\.(\w+)$/;

/** Takes a path apart, so that the owner of an override or a piece of evidence can be found again. */
export const parsePath = (path: AttributePath): ParsedPath | undefined => {
  const match = pathForm.exec(path);
  if (!match) return undefined;
  const kind = match[1] ?? match[2];
  return isOneOf(pathKinds, kind) ? { kind, key: match[3] ?? '', attribute: match[4] ?? '' } : undefined;
};
