import { type FixedPath, isFixedPath, milestonePart } from '#shared/event/field-paths.ts';
import { arrivalOf, departureOf } from '../../tracking/whereabouts.ts';
import { dueArrival, dueDeparture } from '../facts.ts';
import { eventPath } from '../../intake/fusion/paths.ts';
import { provenanceAt } from '../../intake/fusion/provenance.ts';
import type { AttributePath, AttributeValue, FusedShipment } from '../../intake/fusion/types.ts';
import type { ShipmentContent, SourceType } from '../../tracking/model.ts';
import { type FieldPlace, lastMilestone } from './fields.ts';

/** A source and when it stated a value. */
export type ValueSource = { sourceType: SourceType; sourceCode: string; observedAt: number };

/** The sources of an event: `cause` has those of the fields that its conditions read, by field code; `shown` those of its columns. */
export type EventValueSources = { cause: Record<string, ValueSource>; shown: Record<string, ValueSource> };

/** The columns of an event that have a source. */
const eventColumns = [
  'plannedTime',
  'estimatedTime',
  'actualTime',
  'vesselName',
  'voyage',
  'polCode',
  'podCode',
] as const;
export type EventColumn = (typeof eventColumns)[number];

type Find = (content: ShipmentContent) => AttributePath | undefined;

const at =
  (path: AttributePath): Find =>
  () =>
    path;
const milestoneNow: Find = (content) => {
  const last = lastMilestone(content);
  return last && eventPath(last, 'actual');
};
const departed: Find = (content) => departureOf(content)?.path;
const arrived: Find = (content) => arrivalOf(content)?.path;
const leaves: Find = (content) => departed(content) ?? (content.booking.etd === null ? undefined : 'booking.etd');
const arrives: Find = (content) => arrived(content) ?? (content.booking.eta === null ? undefined : 'booking.eta');
const ofFirstContainer =
  (attribute: 'containerNo' | 'grossWeightKg' | 'volumeM3'): Find =>
  ({ containers }) => {
    const container = containers.find((one) => one[attribute] !== null);
    return container && `container[${container.containerNo}].${attribute}`;
  };

/** Where in a shipment the values of fields stand; of a value worked out from several, the one that changed it last. */
const places: Readonly<Record<FixedPath, Find>> = {
  'journey.mode': () => undefined,
  'journey.stage': milestoneNow,
  'journey.milestone': milestoneNow,
  'journey.hoursSinceMilestone': milestoneNow,
  'journey.hoursSinceNews': () => undefined,
  'booking.carrierCode': at('booking.carrierCode'),
  'booking.vesselName': at('booking.vesselName'),
  'booking.voyage': at('booking.voyage'),
  'booking.portOfLoading': at('booking.portOfLoading'),
  'booking.portOfDischarge': at('booking.portOfDischarge'),
  'booking.placeOfDelivery': at('booking.placeOfDelivery'),
  'booking.serviceCode': at('booking.serviceCode'),
  'departure.planned': at('booking.plannedDeparture'),
  'departure.estimated': at('booking.etd'),
  'departure.actual': departed,
  'departure.delayHours': (content) => leaves(content) ?? dueDeparture(content)?.path,
  'departure.hoursLeft': (content) => leaves(content) ?? dueDeparture(content)?.path,
  'arrival.planned': at('booking.plannedArrival'),
  'arrival.estimated': at('booking.eta'),
  'arrival.actual': arrived,
  'arrival.delayHours': (content) => arrives(content) ?? dueArrival(content)?.path,
  'arrival.hoursLeft': (content) => arrives(content) ?? dueArrival(content)?.path,
  'arrival.slipHours': at('booking.eta'),
  'route.transhipments': ({ legs }) => {
    const last = legs.at(-1);
    return last && `leg[${last.sequence}].portOfLoading`;
  },
  'cargo.containers': ofFirstContainer('containerNo'),
  'cargo.weightKg': ofFirstContainer('grossWeightKg'),
  'cargo.volumeM3': ofFirstContainer('volumeM3'),
};

/** Where in a shipment the value of a field stands; undefined where it has none, or nobody reported it. */
export function placeOfField(dataPath: string, content: ShipmentContent): AttributePath | undefined {
  if (isFixedPath(dataPath)) return places[dataPath](content);
  const milestone = milestonePart(dataPath);
  if (milestone === undefined) return undefined;
  const { code, part } = milestone;
  const attribute = part === 'hoursSince' ? 'actual' : part;
  const event = content.events
    .filter((one) => one.statusCode === code && one[attribute] !== null)
    .toSorted((one, other) => Number(other[attribute]) - Number(one[attribute]))[0];
  return event && eventPath(event, attribute);
}

/** Where in a shipment the values stand that are shown beside an event about one end of the journey. */
function placesShown(place: FieldPlace, content: ShipmentContent): Record<EventColumn, AttributePath | undefined> {
  const isDeparture = place === 'departure';
  return {
    plannedTime: (isDeparture ? dueDeparture(content) : dueArrival(content))?.path,
    estimatedTime: isDeparture ? 'booking.etd' : 'booking.eta',
    actualTime: (isDeparture ? departed : arrived)(content),
    vesselName: 'booking.vesselName',
    voyage: 'booking.voyage',
    polCode: 'booking.portOfLoading',
    podCode: 'booking.portOfDischarge',
  };
}

/** The values of an event whose value sources are looked for. */
export type ReportedEvent = {
  place: FieldPlace;
  /** Data paths by the codes of the fields that the conditions read. */
  paths: Readonly<Record<string, string>>;
  /** Values of columns that must still be what the shipment says; left out: they are taken from it. */
  kept?: Readonly<Record<EventColumn, AttributeValue>>;
};

/** Which source stated the values of an event, as its shipment knows it; null where the shipment does not know which source stated what. */
export function valueSourcesOf(fused: FusedShipment, { place, paths, kept }: ReportedEvent): EventValueSources | null {
  if (fused.items === undefined && Object.keys(fused.provenance).length === 0) return null;
  const valueSourceAt = (path: AttributePath | undefined, value?: AttributeValue): ValueSource | undefined => {
    const winner = path === undefined ? undefined : provenanceAt(fused, path)?.winner;
    if (winner === undefined || winner.value === null || (value !== undefined && winner.value !== value))
      return undefined;
    const { sourceType, sourceCode, observedAt } = winner;
    return { sourceType, sourceCode, observedAt };
  };
  const reported: EventValueSources = { cause: {}, shown: {} };
  // What conditions saw of a shipment that has gone on since cannot be found in it any more.
  if (kept === undefined)
    for (const [field, dataPath] of Object.entries(paths)) {
      const found = valueSourceAt(placeOfField(dataPath, fused.content));
      if (found !== undefined) reported.cause[field] = found;
    }
  const shown = placesShown(place, fused.content);
  for (const column of eventColumns) {
    const found = valueSourceAt(shown[column], kept?.[column]);
    if (found !== undefined) reported.shown[column] = found;
  }
  return reported;
}
