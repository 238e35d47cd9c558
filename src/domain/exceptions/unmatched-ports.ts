import { isUnLocode } from '#shared/ids/un-locode.ts';
import { eventKey } from '../intake/fusion/paths.ts';
import type { ShipmentContent } from '../tracking/model.ts';
import { seaPortMilestones } from '../tracking/sea-port-milestones.ts';

const atSeaPort: ReadonlySet<string> = new Set(seaPortMilestones);

/** One place of a content that names a port by a code nobody knows; `port` is the code in capitals. */
export type UnmatchedMention = { path: string; code: string; port: string; place: string | null };

type Mention = { path: () => string; code: string | null; seaPort: boolean; place: string | null };

function* mentionsIn({ booking, legs, events }: ShipmentContent): Generator<Mention> {
  const ofBooking = [
    ['placeOfReceipt', false],
    ['portOfLoading', true],
    ['portOfDischarge', true],
    ['placeOfDelivery', false],
    ['finalDestination', false],
  ] as const;
  for (const [name, seaPort] of ofBooking)
    yield { path: () => `booking.${name}`, code: booking[name], seaPort, place: null };
  for (const leg of legs) {
    for (const name of ['portOfLoading', 'portOfDischarge'] as const)
      yield { path: () => `leg[${leg.sequence}].${name}`, code: leg[name], seaPort: true, place: null };
  }
  for (const event of events) {
    yield {
      path: () => `event[${eventKey(event)}].portCode`,
      code: event.portCode,
      seaPort: atSeaPort.has(event.statusCode),
      place: event.place,
    };
  }
}

/**
 * Where a content names ports by codes that no port and no alias has. Empty codes say nothing, and inland places with
 * a well-formed UN/LOCODE are left alone: the list holds sea ports, and a depot or a delivery town need not be in it.
 */
export function findUnmatchedPorts(
  content: ShipmentContent,
  resolvePort: (code: string) => string | undefined,
): UnmatchedMention[] {
  const found: UnmatchedMention[] = [];
  // A bill with many containers repeats few codes on hundreds of events.
  const known = new Map<string, boolean>();
  for (const { path, code, seaPort, place } of mentionsIn(content)) {
    if (code === null || code.trim() === '') continue;
    let isKnown = known.get(code);
    if (isKnown === undefined) {
      isKnown = resolvePort(code) !== undefined || resolvePort(code.trim().toUpperCase()) !== undefined;
      known.set(code, isKnown);
    }
    if (isKnown) continue;
    const port = code.trim().toUpperCase();
    if (!seaPort && isUnLocode(port)) continue;
    found.push({ path: path(), code, port, place: place?.trim() || null });
  }
  return found;
}
