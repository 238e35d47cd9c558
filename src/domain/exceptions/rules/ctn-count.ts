import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { departureOf } from '../../tracking/whereabouts.ts';
import { contentOf, heardFrom } from '../facts.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';

type Listing = { record: SourceRecord; numbers: ReadonlySet<string>; isWhole: boolean; sailedAt: Instant | undefined };

/**
 * When the ship left, by the word of the carrier itself: it has moved each container by then, and tells all moves of a bill. Of others
 * (terminals, customs, partners) nobody knows which containers they are notified of.
 */
const sailedAt = ({ sourceType, content }: SourceRecord): Instant | undefined =>
  sourceType === 'CARRIER' ? departureOf(content)?.value : undefined;

const listingsOf = (records: readonly SourceRecord[]): Listing[] =>
  records
    .map((record) => ({
      record,
      numbers: new Set(record.content.containers.map(({ containerNo }) => containerNo)),
      isWhole: record.content.listsAllContainers === true,
      sailedAt: sailedAt(record),
    }))
    .filter(({ numbers }) => numbers.size > 0);

/** When a carrier that has reported nothing of a container that another one lists would have done so. */
const reportedBy = ({ sailedAt: at }: Listing, lagMs: number): Instant => (at === undefined ? Infinity : at + lagMs);

/**
 * Containers that one source tells and that are missing from the list of another, which says that it is the whole of them, or that
 * one lists and whose carrier has reported no move of them long after the ship left, when it answered.
 */
const missingFrom = (a: Listing, b: Listing, view: ShipmentView, now: Instant, lagMs: number): string[] =>
  b.isWhole || (a.isWhole && reportedBy(b, lagMs) <= heardFrom(view, b.record.sourceCode, now))
    ? [...a.numbers].filter((number) => !b.numbers.has(number)).sort()
    : [];

const shorten = (numbers: readonly string[]): string =>
  numbers.length > 5 ? `${numbers.slice(0, 5).join(' ')} +${numbers.length - 5}` : numbers.join(' ');

/**
 * A source tells of a container that another one's list of all containers of the bill does not have.
 * Also: a list has a container of which the carrier, two days after the ship left, has reported no move.
 * Silent on the subscription of a single container, on what is missing from sources that tell of containers one by one (events of
 * carriers, status messages, terminals, customs: they do not say that these are all), on sources without any container, and,
 * until the ship has left and the set is final, on a source that has been quiet for two days longer than the other: it lags.
 */
export const ctnCount: ExceptionRule = {
  code: 'CTN_COUNT',
  defaults: { lagHours: 48 },
  text: {
    zh: '{{firstSource}} 有 {{firstCount}} 个箱，{{secondSource}} 有 {{secondCount}} 个箱{{#onlyFirst}}；仅前者有：{{onlyFirst}}{{/onlyFirst}}{{#onlySecond}}；仅后者有：{{onlySecond}}{{/onlySecond}}',
    en: '{{firstSource}} lists {{firstCount}} containers, {{secondSource}} {{secondCount}}{{#onlyFirst}}; only the former: {{onlyFirst}}{{/onlyFirst}}{{#onlySecond}}; only the latter: {{onlySecond}}{{/onlySecond}}',
  },
  changeTimes: (view, settings) =>
    listingsOf(view.records)
      .map((listing) => reportedBy(listing, (settings.lagHours ?? 0) * HOUR_MS))
      .filter(Number.isFinite),
  monotonic: 'increasing',
  readsSources: true,
  detect: (view, now, settings) => {
    if (view.subscription.subject !== 'bill') return [];
    const listings = listingsOf(view.records).sort(
      (a, b) => b.numbers.size - a.numbers.size || (a.record.id < b.record.id ? -1 : 1),
    );
    const departedAt = departureOf(contentOf(view))?.value;
    const lagMs = (settings.lagHours ?? 0) * HOUR_MS;
    for (const [index, first] of listings.entries()) {
      for (const second of listings.slice(index + 1)) {
        const quieterAt = Math.min(first.record.observedAt, second.record.observedAt);
        const isOpen = departedAt === undefined || quieterAt < departedAt;
        if (isOpen && Math.abs(first.record.observedAt - second.record.observedAt) > lagMs) continue;
        const onlyFirst = missingFrom(first, second, view, now, lagMs);
        const onlySecond = missingFrom(second, first, view, now, lagMs);
        if (onlyFirst.length === 0 && onlySecond.length === 0) continue;
        return [
          {
            key: '',
            params: {
              firstSource: first.record.sourceCode,
              firstCount: first.numbers.size,
              secondSource: second.record.sourceCode,
              secondCount: second.numbers.size,
              ...(onlyFirst.length > 0 && { onlyFirst: shorten(onlyFirst) }),
              ...(onlySecond.length > 0 && { onlySecond: shorten(onlySecond) }),
            },
            evidence: [first, second].map(({ record, numbers }) => ({
              path: 'containers',
              value: [...numbers].sort().join(' '),
              sourceCode: record.sourceCode,
              observedAt: record.observedAt,
            })),
            severity: 'medium',
          },
        ];
      }
    }
    return [];
  },
};
