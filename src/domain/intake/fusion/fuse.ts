import { isBySea } from '../../tracking/journey/mode.ts';
import { wayOf } from '../../tracking/boxes.ts';
import { transhipmentPorts } from '../../tracking/derive.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { fuseBooking, recordsOfPart } from './booking.ts';
import { gatherCalls, settleCalls } from './calls.ts';
import { compareRecords } from './claims.ts';
import type { FusionContext } from './claims.ts';
import { fuseBusinessNo, fuseMode } from './references.ts';
import { fuseCutoffs } from './cutoffs.ts';
import { fuseContainers } from './containers.ts';
import { groupsOf } from './event-groups.ts';
import { compareEvents, fuseEvents } from './events.ts';
import { withKnownPorts } from './known-ports.ts';
import { fuseLegs } from './legs.ts';
import { fuseOnward } from './onward.ts';
import { activeOverrides, overridesAtTranshipments } from './overrides.ts';
import { provenanceByPath } from './provenance.ts';
import { alignRoute } from './route.ts';
import { fuseWarnings } from './warnings.ts';
import type { AttributePath, FieldOverride, FusedShipment, Precedence, Provenance, ProvenanceByItem } from './types.ts';

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
