import { keysOf } from '#shared/values/objects.ts';
import { deriveContent } from '../../tracking/derive.ts';
import { emptyContent } from '../../tracking/empty-content.ts';
import type { CutoffContent, LegContent, OnwardContent, ShipmentContent, SourceRecord } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import { nothingOnward } from './onward.ts';
import {
  bookingAttributes,
  bookingPath,
  containerAttributes,
  containerPath,
  eventAttributes,
  eventKey,
  eventPath,
  legAttributes,
  legPath,
  onwardAttributes,
} from './paths.ts';
import { valueAt } from './provenance.ts';
import { removalOfEvent, removedContainer, removedLeg, withoutRemoved } from './removals.ts';
import type { RemovedItem } from './removals.ts';
import type { AttributePath, AttributeValue, FieldOverride, Precedence } from './types.ts';

/** What makes a shipment look as a person wants it. */
export type Correction = {
  /** The expert's own record with what no source tells: new containers, milestones, another route. */
  expert: ShipmentContent;
  /** What is left out of the word of the sources. */
  removals: RemovedItem[];
  /** Values of fields that others tell otherwise. */
  values: { path: AttributePath; value: AttributeValue }[];
  /** Codes of cut-offs that shall be empty and are reported by a source: an expert tells another time, or none. */
  reportedCutoffs: string[];
};

const portsOf = (leg: LegContent): string => `${leg.portOfLoading ?? ''}>${leg.portOfDischarge ?? ''}`;
const routeOf = (legs: readonly LegContent[]): string => legs.map(portsOf).join(' ');

/** The legs of another route; what the former one reported of a leg between the same ports stays the word of its source. */
function legsOfRoute(wanted: readonly LegContent[], shown: readonly LegContent[]): LegContent[] {
  return wanted.map((leg) => {
    const known = shown.find((other) => portsOf(other) === portsOf(leg));
    const own = { ...leg };
    for (const attribute of legAttributes)
      if (!attribute.startsWith('portOf') && known?.[attribute] === leg[attribute]) own[attribute] = null;
    return own;
  });
}

/** What the expert has to tell of the way onward so that it is shown as wanted. */
function onwardOf(expert: ShipmentContent, shown: ShipmentContent, wanted: ShipmentContent): OnwardContent | undefined {
  const own: OnwardContent = { ...(expert.onward ?? nothingOnward) };
  const values: Record<string, AttributeValue> = own;
  for (const name of onwardAttributes) {
    const value = wanted.onward?.[name] ?? null;
    if (value !== (shown.onward?.[name] ?? null)) values[name] = value;
  }
  return Object.values(own).every((value) => value === null) ? undefined : own;
}

const timesByCode = (content: ShipmentContent): Map<string, number> =>
  new Map((content.cutoffs ?? []).map(({ code, time }) => [code, time]));

/** The cut-offs the expert has to tell so that they are shown as wanted. */
function cutoffsOf(expert: ShipmentContent, shown: ShipmentContent, wanted: ShipmentContent): CutoffContent[] {
  const own = timesByCode(expert);
  const [before, after] = [timesByCode(shown), timesByCode(wanted)];
  for (const code of new Set([...before.keys(), ...after.keys()])) {
    const time = after.get(code);
    if (time === undefined) own.delete(code);
    else if (time !== before.get(code)) own.set(code, time);
  }
  return [...own].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, time]) => ({ code, time }));
}

/** Adds to the expert's record and takes from it what is there, or gone, only in what is wanted. */
function correctRecord(
  expert: ShipmentContent,
  shown: ShipmentContent,
  wanted: ShipmentContent,
): Pick<Correction, 'expert' | 'removals'> {
  const shownKeys = new Set(shown.events.map(eventKey));
  const wantedKeys = new Set(wanted.events.map(eventKey));
  const shownContainers = new Set(shown.containers.map(({ containerNo }) => containerNo));
  const wantedContainers = new Set(wanted.containers.map(({ containerNo }) => containerNo));
  const goneContainers = shown.containers.filter(({ containerNo }) => !wantedContainers.has(containerNo));
  const goneNumbers = new Set(goneContainers.map(({ containerNo }) => containerNo));
  const otherRoute = routeOf(shown.legs) !== routeOf(wanted.legs);
  const wantedRoute = new Set(wanted.legs.map(portsOf));
  const removals = [
    ...goneContainers.map(({ containerNo }) => removedContainer(containerNo)),
    ...shown.events
      .filter((event) => !wantedKeys.has(eventKey(event)) && !goneNumbers.has(event.containerNo ?? ''))
      .map((event) => removalOfEvent(event, shown.events)),
    ...(otherRoute ? shown.legs.filter((leg) => !wantedRoute.has(portsOf(leg))).map(removedLeg) : []),
  ];
  const { onward: _, cutoffs: __, businessNo: ___, ...kept } = withoutRemoved(expert, new Set(removals));
  const onward = onwardOf(expert, shown, wanted);
  const cutoffs = cutoffsOf(expert, shown, wanted);
  const businessNo = wanted.businessNo === shown.businessNo ? expert.businessNo : wanted.businessNo;
  return {
    removals: [...new Set(removals)],
    expert: {
      ...kept,
      legs: otherRoute ? legsOfRoute(wanted.legs, shown.legs) : kept.legs,
      containers: [
        ...kept.containers,
        ...wanted.containers.filter(({ containerNo }) => !shownContainers.has(containerNo)),
      ],
      events: [...kept.events, ...wanted.events.filter((event) => !shownKeys.has(eventKey(event)))],
      ...(cutoffs.length > 0 && { cutoffs }),
      ...(onward && { onward }),
      ...(businessNo !== undefined && { businessNo }),
    },
  };
}

/** Fields that are shown otherwise than wanted. */
function differingValues(shown: ShipmentContent, wanted: ShipmentContent): Correction['values'] {
  const values: Correction['values'] = [];
  const compare = <K extends string>(
    names: readonly K[],
    is: Readonly<Record<K, AttributeValue>> | undefined,
    should: Readonly<Record<K, AttributeValue>>,
    pathOf: (name: K) => AttributePath,
  ): void => {
    if (is === undefined) return;
    for (const name of names) if (is[name] !== should[name]) values.push({ path: pathOf(name), value: should[name] });
  };
  compare(bookingAttributes, shown.booking, wanted.booking, bookingPath);
  for (const leg of wanted.legs)
    compare(
      legAttributes,
      shown.legs.find(({ sequence }) => sequence === leg.sequence),
      leg,
      (name) => legPath(leg.sequence, name),
    );
  const containers = new Map(shown.containers.map((container) => [container.containerNo, container]));
  for (const container of wanted.containers)
    compare(containerAttributes, containers.get(container.containerNo), container, (name) =>
      containerPath(container.containerNo, name),
    );
  const events = new Map(shown.events.map((event) => [eventKey(event), event]));
  for (const event of wanted.events)
    compare(eventAttributes, events.get(eventKey(event)), event, (name) => eventPath(event, name));
  return values;
}

/** What a correction starts from. */
export type CorrectionBase = {
  /** Records of sources and of other experts. */
  records: readonly SourceRecord[];
  /** The record the correction goes into; its content may be empty. */
  expert: SourceRecord;
  overrides: readonly FieldOverride[];
  precedence: Precedence;
};

/**
 * Says what has to be entered so that a shipment that is shown in one way is shown in another: rows that are new go into
 * the expert's record, rows that are gone are left out of what sources tell, and every field that is still shown
 * otherwise gets an expert value. What is not touched stays the word of its source.
 */
export function planCorrection(shown: ShipmentContent, wanted: ShipmentContent, base: CorrectionBase): Correction {
  const { expert, removals } = correctRecord(base.expert.content, shown, wanted);
  const removed = new Set(removals);
  const records = base.records.map((record) =>
    record.sourceType === 'EXPERT' ? record : { ...record, content: withoutRemoved(record.content, removed) },
  );
  const { mode: _, ...statement } = expert;
  const isEmpty = JSON.stringify(statement) === JSON.stringify(emptyContent());
  const after = fuse(
    isEmpty ? records : [...records, { ...base.expert, content: deriveContent(expert) }],
    base.overrides,
    base.precedence,
  ).content;
  // What follows from the person's own additions is welcome where nothing was shown before.
  const values = differingValues(after, wanted).filter(
    ({ path, value }) => value !== null || (valueAt(shown, path) ?? null) !== null,
  );
  const wantedCodes = timesByCode(wanted);
  const reportedCutoffs = [...timesByCode(after).keys()].filter((code) => !wantedCodes.has(code));
  return { expert, removals, values, reportedCutoffs };
}

/**
 * Puts what a person changed of one record onto the shipment that all records make together: `base` as it was loaded,
 * `wanted` as it was saved.
 */
export function patchContent(base: ShipmentContent, wanted: ShipmentContent, onto: ShipmentContent): ShipmentContent {
  const merge = <T extends object>(before: T | undefined, after: T, target: T | undefined): T => {
    const merged = { ...(target ?? after) };
    for (const name of keysOf(after))
      if (before === undefined || before[name] !== after[name]) merged[name] = after[name];
    return merged;
  };
  const mergeList = <T extends object>(
    keyOf: (item: T) => string,
    lists: Record<'base' | 'wanted' | 'onto', readonly T[]>,
  ): T[] => {
    const before = new Map(lists.base.map((item) => [keyOf(item), item]));
    const after = new Map(lists.wanted.map((item) => [keyOf(item), item]));
    const target = new Map(lists.onto.map((item) => [keyOf(item), item]));
    const kept = lists.onto.flatMap((item) => {
      const [was, is] = [before.get(keyOf(item)), after.get(keyOf(item))];
      if (is !== undefined) return [merge(was, is, item)];
      return was === undefined ? [item] : [];
    });
    const added = lists.wanted.filter((item) => !before.has(keyOf(item)) && !target.has(keyOf(item)));
    return [...kept, ...added];
  };
  const sameRoute = routeOf(base.legs) === routeOf(wanted.legs);
  const legs = sameRoute
    ? mergeList(portsOf, { base: base.legs, wanted: wanted.legs, onto: onto.legs }).map((leg, index) => ({
        ...leg,
        sequence: index + 1,
      }))
    : [...wanted.legs];
  const { onward: _, cutoffs: __, businessNo: ___, ...rest } = onto;
  const cutoffs = mergeList(({ code }) => code, {
    base: base.cutoffs ?? [],
    wanted: wanted.cutoffs ?? [],
    onto: onto.cutoffs ?? [],
  });
  const businessNo = base.businessNo === wanted.businessNo ? onto.businessNo : wanted.businessNo;
  const onward =
    JSON.stringify(base.onward) === JSON.stringify(wanted.onward)
      ? onto.onward
      : merge(base.onward ?? nothingOnward, wanted.onward ?? nothingOnward, onto.onward ?? nothingOnward);
  return {
    ...rest,
    booking: merge(base.booking, wanted.booking, onto.booking),
    legs,
    containers: mergeList(({ containerNo }) => containerNo, {
      base: base.containers,
      wanted: wanted.containers,
      onto: onto.containers,
    }),
    events: mergeList(eventKey, { base: base.events, wanted: wanted.events, onto: onto.events }),
    ...(cutoffs.length > 0 && { cutoffs }),
    ...(onward && { onward }),
    ...(businessNo !== undefined && { businessNo }),
  };
}
