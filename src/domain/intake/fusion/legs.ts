import { recordOf } from '#shared/values/objects.ts';
import type { LegContent } from '../../tracking/model.ts';
import type { RecordsOfPart } from './booking.ts';
import { beginItem, claimsOn, isEmpty, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import { legAttributes, legName } from './paths.ts';
import type { LegPart, LegSlot } from './route.ts';
import type { AttributeValue } from './types.ts';

type LegAttribute = (typeof legAttributes)[number];

const speaks = (part: LegPart, attribute: LegAttribute): boolean => {
  switch (attribute) {
    case 'portOfLoading':
      return part.names || part.departs;
    case 'portOfDischarge':
      return part.names || part.arrives;
    case 'etd':
      return part.departs;
    case 'eta':
      return part.arrives;
    default:
      return part.carries === true;
  }
};

const isShip = (attribute: LegAttribute): boolean =>
  attribute === 'vesselName' || attribute === 'vesselImo' || attribute === 'voyage';

/** Ship and voyage of a leg come from those who sail exactly this leg, else from one that covers it. */
const hasOwnShip = (parts: readonly LegPart[]): boolean =>
  parts.some(({ carries, item }) => carries === true && (item.vesselName ?? item.vesselImo ?? item.voyage));

const partsFor = (slot: LegSlot, attribute: LegAttribute, ownShip: boolean): LegPart[] =>
  isShip(attribute) && !ownShip
    ? slot.parts.filter((part) => part.carries !== false)
    : slot.parts.filter((part) => speaks(part, attribute));

/** When it leaves or comes where its own way begins or ends, a record that knows a part of the way may say of the booking only. */
function withEndOfPart(part: LegPart, attribute: LegAttribute, ofPart: RecordsOfPart): LegPart {
  const end = attribute === 'etd' ? 'portOfLoading' : attribute === 'eta' ? 'portOfDischarge' : undefined;
  if (end === undefined || !isEmpty(part.item[attribute]) || !ofPart[end].has(part.record)) return part;
  const { legs, booking } = part.record.content;
  const inOrder = legs.toSorted((a, b) => a.sequence - b.sequence);
  const last = end === 'portOfLoading' ? inOrder[0] : inOrder.at(-1);
  return last?.sequence === part.item.sequence
    ? { ...part, item: { ...part.item, [attribute]: booking[attribute] } }
    : part;
}

/**
 * What records without legs that know a part of the way, such as terminals of transhipment, say of the booking: it is when the ship
 * leaves or comes where their way begins or ends.
 */
function statedOfBooking(slot: LegSlot, attribute: LegAttribute, ofPart: RecordsOfPart): Part<Partial<LegContent>>[] {
  const end = attribute === 'etd' ? 'portOfLoading' : attribute === 'eta' ? 'portOfDischarge' : undefined;
  if (end === undefined) return [];
  return [...ofPart[end]]
    .filter(({ content: { legs, booking } }) => legs.length === 0 && booking[end] === slot[end])
    .map((record) => ({ record, item: { [attribute]: record.content.booking[attribute] } }));
}

const nothingStated = recordOf(legAttributes, () => null);

/** Fuses the legs of the common route, without gaps in their numbering; when ships came and went is decided as calls. */
export const fuseLegs = (context: FusionContext, slots: readonly LegSlot[], ofPart: RecordsOfPart): LegContent[] =>
  slots.map((slot, index) => {
    const sequence = index + 1;
    const ownShip = hasOwnShip(slot.parts);
    const settled = beginItem(legName(sequence));
    const leg: LegContent = { sequence, ...nothingStated };
    const values: Record<string, AttributeValue> = leg;
    for (const attribute of legAttributes) {
      if (attribute === 'atd' || attribute === 'ata') continue;
      const parts = partsFor(slot, attribute, ownShip).map((part) => withEndOfPart(part, attribute, ofPart));
      const claims = claimsOn([...parts, ...statedOfBooking(slot, attribute, ofPart)], attribute);
      // A route is chosen as a whole: a port is never mixed in from another one.
      const isPort = attribute === 'portOfLoading' || attribute === 'portOfDischarge';
      const wanted = isPort ? slot[attribute] : null;
      const options = wanted === null ? undefined : { wanted };
      values[attribute] = settle(context, settled, attribute, `leg.${attribute}`, claims, options);
    }
    return leg;
  });
