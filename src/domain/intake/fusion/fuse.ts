import { isBySea, isOtherMode, type OtherMode } from '../../tracking/journey/mode.ts';
import { wayOf } from '../../tracking/containers.ts';
import { transhipmentPorts } from '../../tracking/derive.ts';
import type { SourceRecord, ContainerContent, CutoffContent } from '../../tracking/model.ts';
import { fuseBooking, recordsOfPart } from './booking.ts';
import { gatherCalls, settleCalls } from './calls.ts';
import { compareRecords, beginItem, claimsOn, settle, type Part } from './claims.ts';
import type { FusionContext } from './claims.ts';
import { groupsOf } from './event-groups.ts';
import { compareEvents, fuseEvents } from './events.ts';
import { withKnownPorts } from './known-ports.ts';
import { fuseLegs } from './legs.ts';
import { fuseOnward } from './onward.ts';
import { activeOverrides, overridesAtTranshipments } from './overrides.ts';
import { provenanceByPath } from './provenance.ts';
import { alignRoute } from './route.ts';
import { fuseWarnings } from './warnings.ts';
import type {
  AttributePath,
  FieldOverride,
  FusedShipment,
  Precedence,
  Provenance,
  ProvenanceByItem,
  AttributeValue,
} from './types.ts';
import { valueFor } from '#shared/values/items.ts';
import { recordOf } from '#shared/values/objects.ts';
import { containerName, unitAttributes, cutoffName, businessNoPath, modePath } from './paths.ts';
import { profiles } from '../../tracking/journey/profiles.ts';

/** The customer's own number of a shipment; undefined when no source reports one. */
const fuseBusinessNo = (context: FusionContext, records: readonly SourceRecord[]): string | undefined =>
  fuseReference(context, records, 'businessNo', businessNoPath);

/** How the goods travel; undefined by sea. */
function fuseMode(context: FusionContext, records: readonly SourceRecord[]): OtherMode | undefined {
  const mode = fuseReference(context, records, 'mode', modePath);
  return isOtherMode(mode) && Object.hasOwn(profiles, mode) ? mode : undefined;
}

function fuseReference(
  context: FusionContext,
  records: readonly SourceRecord[],
  name: 'businessNo' | 'mode',
  path: string,
): string | undefined {
  const parts = records.flatMap((record) => {
    const value = record.content[name];
    return value === undefined ? [] : [{ record, item: { value } }];
  });
  if (parts.length === 0) return undefined;
  const value = settle(context, beginItem('reference'), name, path, claimsOn(parts, 'value'));
  return typeof value === 'string' ? value : undefined;
}

/** Fuses the cut-offs of all records, each kind by itself, in the order of their codes; undefined when nobody names one. */
function fuseCutoffs(context: FusionContext, records: readonly SourceRecord[]): readonly CutoffContent[] | undefined {
  const parts = records.flatMap((record) => (record.content.cutoffs ?? []).map((item) => ({ record, item })));
  if (parts.length === 0) return undefined;
  const byCode = new Map<string, Part<CutoffContent>[]>();
  for (const part of parts) {
    const known = byCode.get(part.item.code);
    if (known === undefined) byCode.set(part.item.code, [part]);
    else known.push(part);
  }
  const cutoffs = [...byCode.keys()].sort().flatMap((code): CutoffContent[] => {
    const claims = claimsOn(byCode.get(code) ?? [], 'time');
    const time = settle(context, beginItem(cutoffName(code)), 'time', 'cutoff.time', claims);
    return typeof time === 'number' ? [{ code, time }] : [];
  });
  return cutoffs.length > 0 ? cutoffs : undefined;
}

/** Fuses containers (units of other modes) by number: every one that any record knows, in order of their numbers. */
const fuseContainers = (context: FusionContext, records: readonly SourceRecord[]): ContainerContent[] => {
  const byNumber = new Map<string, Part<ContainerContent>[]>();
  for (const record of records) {
    for (const item of record.content.containers) {
      const parts = byNumber.get(item.containerNo);
      if (parts) parts.push({ record, item });
      else byNumber.set(item.containerNo, [{ record, item }]);
    }
  }
  const attributes = unitAttributes(context.mode);
  const nothing = recordOf(attributes, () => null);
  return [...byNumber.keys()].sort().map((containerNo) => {
    const parts = valueFor(byNumber, containerNo);
    const settled = beginItem(containerName(containerNo));
    const container: ContainerContent = { ...nothing, containerNo };
    const values: Record<string, AttributeValue | undefined> = container;
    for (const attribute of attributes) {
      const claims = claimsOn(parts, attribute);
      values[attribute] = settle(context, settled, attribute, `container.${attribute}`, claims);
    }
    return container;
  });
};

/** A shipment that has just been fused; its provenance by path is made when somebody asks for it. */
class Fusion implements FusedShipment {
  readonly content: FusedShipment['content'];
  readonly items: ProvenanceByItem;
  #provenance: Record<AttributePath, Provenance> | undefined;

  constructor(content: FusedShipment['content'], items: ProvenanceByItem) {
    this.content = content;
    this.items = items;
  }

  get provenance(): Record<AttributePath, Provenance> {
    return (this.#provenance ??= provenanceByPath(this.items));
  }
}

/**
 * Makes one shipment of everything that sources and experts say about it, attribute by attribute: an active
 * override rules, then actual beats estimated beats planned, then the more trusted source, then the newer
 * observation; an empty value never replaces a filled one. The order of the records plays no part, and fusing
 * the result again changes nothing. Overrides of attributes that do not exist (yet) have no effect.
 */
export const fuse = (
  records: readonly SourceRecord[],
  overrides: readonly FieldOverride[],
  precedence: Precedence,
): Fusion => {
  const sorted = withKnownPorts([...records].sort(compareRecords));
  const context: FusionContext = { mode: undefined, precedence, overrides: activeOverrides(overrides), items: {} };
  const mode = (context.mode = fuseMode(context, sorted));
  const cutoffs = fuseCutoffs(context, sorted);
  const warnings = fuseWarnings(context, sorted);
  const onward = fuseOnward(context, sorted);
  const businessNo = fuseBusinessNo(context, sorted);
  const slots = alignRoute(sorted, precedence);
  const ofPart = recordsOfPart(sorted, slots);
  const booking = fuseBooking(context, sorted, ofPart);
  const legs = fuseLegs(context, slots, ofPart);
  const transhipments = isBySea(mode) ? transhipmentPorts({ booking, legs }) : [];
  context.overrides = overridesAtTranshipments(context.overrides, transhipments);
  const groups = groupsOf(sorted, transhipments);
  const calls = gatherCalls(context, { records: sorted, slots, groups }, legs, booking);
  const events = fuseEvents(context, groups, calls, wayOf({ ...(mode && { mode }), booking, legs }));
  settleCalls(context, calls, booking, legs);
  const content = {
    ...(mode && { mode }),
    booking,
    legs,
    containers: fuseContainers(context, sorted),
    events: events.sort(compareEvents),
    ...(cutoffs && { cutoffs }),
    ...(warnings && { warnings }),
    ...(onward && { onward }),
    ...(businessNo !== undefined && { businessNo }),
  };
  return new Fusion(content, context.items);
};
