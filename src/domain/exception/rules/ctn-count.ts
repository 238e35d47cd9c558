import { HOUR_MS } from '#shared/time/instant.ts';
import type { SourceRecord, SourceType } from '../../tracking/model.ts';
import { contentOf, departureOf } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/** Sources that list the boxes of a whole bill; terminals, customs and ships see only some of them. */
const complete: ReadonlySet<SourceType> = new Set(['EXPERT', 'CARRIER', 'FT', 'RPA', 'EDI']);

type Listing = { record: SourceRecord; numbers: ReadonlySet<string> };

function listingsOf(records: readonly SourceRecord[]): Listing[] {
  return records
    .filter(({ sourceType }) => complete.has(sourceType))
    .map((record) => ({ record, numbers: new Set(record.content.containers.map(({ containerNo }) => containerNo)) }))
    .filter(({ numbers }) => numbers.size > 0);
}

const missingFrom = (a: Listing, b: Listing): string[] =>
  [...a.numbers].filter((number) => !b.numbers.has(number)).sort();

const shorten = (numbers: readonly string[]): string =>
  numbers.length > 5 ? `${numbers.slice(0, 5).join(' ')} +${numbers.length - 5}` : numbers.join(' ');

/**
 * Sources give different sets of containers for one bill.
 * Silent on the subscription of a single container, on sources without any container (they do not list them), on
 * terminals, customs and AIS (they see a part), and, until the ship has left and the set is final, on a source that has
 * been quiet for two days longer than the other: it lags.
 */
export const ctnCount: ExceptionRule = {
  code: 'CTN_COUNT',
  defaults: { lagHours: 48 },
  text: {
    zh: '{{firstSource}} 有 {{firstCount}} 个箱，{{secondSource}} 有 {{secondCount}} 个箱；仅前者有：{{onlyFirst}}；仅后者有：{{onlySecond}}',
    en: '{{firstSource}} lists {{firstCount}} containers, {{secondSource}} {{secondCount}}; only the former: {{onlyFirst}}; only the latter: {{onlySecond}}',
  },
  turns: () => [],
  pace: 'grows',
  readsSources: true,
  detect: (view, _now, settings) => {
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
        const onlyFirst = missingFrom(first, second);
        const onlySecond = missingFrom(second, first);
        if (onlyFirst.length === 0 && onlySecond.length === 0) continue;
        return [
          {
            key: '',
            params: {
              firstSource: first.record.sourceCode,
              firstCount: first.numbers.size,
              secondSource: second.record.sourceCode,
              secondCount: second.numbers.size,
              onlyFirst: shorten(onlyFirst) || '-',
              onlySecond: shorten(onlySecond) || '-',
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
