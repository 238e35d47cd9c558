import type { Consignment } from '#domain/tracking/journey/consignment.ts';
import { toConsignmentContent } from '#domain/tracking/journey/consignment.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Access } from '../access/types.ts';
import type { Connector, ParsedRecord, PullAnswer, PullRequest } from '../types.ts';
import { asObject, parseJsonBytes, refusal } from '../untrusted.ts';
import { type Fields, Reader } from './reader.ts';

/** Whom an answer is about. */
export type About = Parameters<Connector['parse']>[1];

/** What was read of the bodies of one shipment; undefined when the source does not know it. */
export type Read = { consignment: Consignment; zones?: ReadonlyMap<string, string> } | undefined;

const latestOf = ({ statements }: Consignment): Instant | null =>
  statements.reduce<Instant | null>(
    (latest, { times }) => (times.actual !== null && times.actual > (latest ?? 0) ? times.actual : latest),
    null,
  );

/**
 * A parser of JSON answers about one shipment: `read` is given the newest full answer and the events that were pushed since.
 * It never throws.
 */
export function parseWith(
  read: (reader: Reader, answer: Fields, pushed: readonly Fields[], about: About) => Read,
): Connector['parse'] {
  return (bodies, about, reference): ParsedRecord => {
    const reader = new Reader(reference, about.receivedAt);
    let answer: Fields = {};
    const pushed: Fields[] = [];
    for (const body of bodies) {
      const value = parseJsonBytes(body)?.value;
      const object = asObject(value);
      if (object !== undefined) answer = object;
      else if (Array.isArray(value)) pushed.push(...reader.items({ events: value }, 'events'));
      else reader.refusals.push(refusal('unreadable'));
    }
    const found = read(reader, answer, pushed, about);
    const { refusals } = reader;
    if (found === undefined) return { content: null, observedAt: about.receivedAt, refusals };
    const { consignment, zones } = found;
    return {
      content: toConsignmentContent(consignment, (place) => zones?.get(place) ?? reference.zoneOf(place)),
      observedAt: Math.min(latestOf(consignment) ?? about.receivedAt, about.receivedAt),
      refusals,
    };
  };
}

type Courier = {
  pull: (request: PullRequest, access: Access) => Promise<PullAnswer>;
  read: (reader: Reader, answer: Fields, about: About) => Read;
};

/** The connector of a courier that is queried by the number of a parcel and pushes nothing. */
export const courierConnector =
  (protocol: Connector['protocol'], { pull, read }: Courier) =>
  (access: Access): Connector => ({
    protocol,
    queriedBy: 'pipeline',
    emptyMeans: 'unanswered',
    pull: (request) => pull(request, access),
    parse: parseWith((reader, answer, _pushed, about) => read(reader, answer, about)),
  });
