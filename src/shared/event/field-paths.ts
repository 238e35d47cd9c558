import { isOneOf } from '../values/objects.ts';

/** Types of fields; which operators fit a field follows from its type. */
export const fieldTypes = [
  'time',
  'number',
  'text',
  'port',
  'carrier',
  'vessel',
  'milestone',
  'stage',
  'mode',
] as const;
export type FieldType = (typeof fieldTypes)[number];
export const fieldUnits = ['hours', 'pieces', 'kg', 'm3'] as const;
export type FieldUnit = (typeof fieldUnits)[number];

/** What a data path holds. */
export type FieldPath = { readonly type: FieldType; readonly unit?: FieldUnit };

const hours = { type: 'number', unit: 'hours' } as const;
const pieces = { type: 'number', unit: 'pieces' } as const;
const time = { type: 'time' } as const;
const port = { type: 'port' } as const;
const text = { type: 'text' } as const;

/** Data paths of the journey, besides those of milestones. */
export const fieldPaths = {
  'journey.mode': { type: 'mode' },
  'journey.stage': { type: 'stage' },
  'journey.milestone': { type: 'milestone' },
  'journey.hoursSinceMilestone': hours,
  'journey.hoursSinceNews': hours,
  'booking.carrierCode': { type: 'carrier' },
  'booking.vesselName': { type: 'vessel' },
  'booking.voyage': text,
  'booking.portOfLoading': port,
  'booking.portOfDischarge': port,
  'booking.placeOfDelivery': port,
  'booking.serviceCode': text,
  'departure.planned': time,
  'departure.estimated': time,
  'departure.actual': time,
  'departure.delayHours': hours,
  'departure.hoursLeft': hours,
  'arrival.planned': time,
  'arrival.estimated': time,
  'arrival.actual': time,
  'arrival.delayHours': hours,
  'arrival.hoursLeft': hours,
  'arrival.slipHours': hours,
  'route.transhipments': pieces,
  'cargo.containers': pieces,
  'cargo.weightKg': { type: 'number', unit: 'kg' },
  'cargo.volumeM3': { type: 'number', unit: 'm3' },
} as const satisfies Readonly<Record<string, FieldPath>>;
export type FixedPath = keyof typeof fieldPaths;

const milestoneParts = ['actual', 'estimated', 'planned', 'hoursSince'] as const;

/** The milestone that a path is about, and which of its times. */
export type MilestonePart = { code: string; part: (typeof milestoneParts)[number] };

const milestonePattern = /^milestone\.([A-Z0-9_]{2,12})\.(actual|estimated|planned|hoursSince)$/;

/** Reads a path such as `milestone.DSCH.actual`; undefined for another one. */
export function milestonePart(path: string): MilestonePart | undefined {
  const [, code, part] = milestonePattern.exec(path) ?? [];
  return code !== undefined && isOneOf(milestoneParts, part) ? { code, part } : undefined;
}

/** Whether a path is one of those that are written out. */
export const isFixedPath = (path: string): path is FixedPath => Object.hasOwn(fieldPaths, path);

/** Type and unit of a data path; undefined for one that the journey does not have. */
export function fieldPath(path: string): FieldPath | undefined {
  if (isFixedPath(path)) return fieldPaths[path];
  const milestone = milestonePart(path);
  if (milestone === undefined) return undefined;
  return milestone.part === 'hoursSince' ? hours : time;
}
