import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { isZone } from '#shared/time/zone.ts';
import type { DcsaEvent } from '../dcsa/types.ts';
import type { ParseReference } from '../types.ts';
import type { EdiNotice, RawTime } from './notice.ts';
import { isContainerNumber } from './read-segments.ts';
import { type TimeProblem, resolveTime } from './times.ts';

/** What a stored body says besides its notices: the message they came in. */
export type NoticeSource = {
  messageType: string;
  /** Interchange control reference and message reference: together they name the message. */
  controlRef: string | null;
  messageRef: string | null;
  messageTime: RawTime | null;
  /** Date and time of the interchange as UNB has it. */
  preparedAt: string | null;
  /** Zone of the sender, for places whose own zone nobody knows. */
  zone: string | null;
};

/** Port and zone of a notice as master data know them. */
export function placeOf(
  notice: Pick<EdiNotice, 'place'>,
  source: Pick<NoticeSource, 'zone'>,
  reference: ParseReference,
): { portCode: string | null; isKnown: boolean; zone: string | null } {
  const code = notice.place?.code ?? null;
  const port = code === null ? undefined : reference.resolvePort(code);
  const portCode = port ?? code;
  const zone = (portCode === null ? undefined : reference.zoneOf(portCode)) ?? source.zone;
  return { portCode, isKnown: port !== undefined, zone: zone !== null && isZone(zone) ? zone : null };
}

/** When the notice says it happened; or why that cannot be reported. */
export function instantOf(
  notice: Pick<EdiNotice, 'place' | 'time'>,
  source: Pick<NoticeSource, 'zone'>,
  reference: ParseReference,
): { at: Instant; problem?: undefined } | { at?: undefined; problem: TimeProblem | 'missing_time' } {
  if (notice.time === null) return { problem: 'missing_time' };
  return resolveTime(notice.time, placeOf(notice, source, reference).zone);
}

/** A message made this much later than it was received comes from a clock that is fast, or in another zone. */
const AHEAD_MS = DAY_MS;

/**
 * When the message was made: its own date, else that of its interchange; never later than it was received. A date that lies in
 * the future is none: the message would outrank every later one for ever.
 */
export function madeAt(source: NoticeSource, receivedAt: Instant): Instant {
  const prepared = source.preparedAt === null ? null : { value: source.preparedAt, format: null };
  for (const raw of [source.messageTime, prepared]) {
    const resolved = raw === null ? undefined : resolveTime(raw, source.zone ?? 'UTC');
    if (resolved?.at === undefined || resolved.at > receivedAt + AHEAD_MS) continue;
    return resolved.isDay && raw === source.messageTime ? receivedAt : Math.min(resolved.at, receivedAt);
  }
  return receivedAt;
}

/** The notice in the words of the carriers' standard, as the route and milestones are made from. */
export function toDcsaEvent(
  notice: EdiNotice,
  about: { eventId: string; at: Instant; createdAt: Instant; portCode: string | null },
): DcsaEvent {
  const { ship, kind } = notice;
  const isContainer = notice.containerNo !== null && isContainerNumber(notice.containerNo);
  return {
    eventId: about.eventId,
    type: kind === 'OWN' || kind === 'BOX' ? 'EQUIPMENT' : kind,
    code: notice.code as DcsaEvent['code'],
    classifier: notice.classifier,
    at: about.at,
    createdAt: about.createdAt,
    portCode: about.portCode,
    place: notice.place?.facility ?? notice.place?.name ?? null,
    call:
      ship === null
        ? null
        : {
            id: null,
            vesselName: ship.vesselName,
            vesselImo: ship.vesselImo,
            exportVoyage: ship.voyage,
            importVoyage: ship.voyage,
            serviceCode: null,
            mode: ship.mode,
          },
    containerNo: kind === 'EQUIPMENT' && isContainer ? notice.containerNo : null,
    isoCode: notice.isoCode,
    empty: notice.empty,
    isTranshipment: notice.isTranshipment,
    seals: notice.seals,
    document: notice.documentType === null ? null : { type: notice.documentType, id: '' },
    bills: notice.bills,
    bookings: notice.bookings,
    containers: isContainer && notice.containerNo !== null ? [notice.containerNo] : [],
  };
}
