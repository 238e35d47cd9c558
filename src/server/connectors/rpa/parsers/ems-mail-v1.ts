import { noTimes, type Reported, toConsignmentContent } from '#domain/tracking/journey/consignment.ts';
import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';
import type { Connector, ParseReference } from '../../types.ts';
import { Reader } from '../../consignment/reader.ts';
import { attributeOf, byId, definitionsOf, findFirst, hasClass, type Page, tableRows } from '../page.ts';
import { MAX_ROWS } from '../read-notice.ts';
import { instantOfShown, readNumericTime } from '../shown-time.ts';
import type { PageRecord, ParcelPageParser } from '../types.ts';

type About = Parameters<Connector['parse']>[1];

/** Milestones by the events of the Universal Postal Union (EMSEVT). */
const byEvent: ReadonlyMap<string, string> = new Map([
  ['EMA', c.pickedUp],
  ['EMB', c.arrived],
  ['EMC', c.departed],
  ['EMD', c.arrived],
  ['EME', c.customsStarted],
  ['EMF', c.departed],
  ['EMG', c.arrived],
  ['EMI', c.delivered],
  ['EMJ', c.arrived],
  ['EMK', c.departed],
  ['EDB', c.customsStarted],
  ['EDC', c.customsCleared],
  ['EDF', c.arrived],
  ['EDG', c.outForDelivery],
  ['EDH', c.available],
]);

/** What the page says in words, where the event says less or is not written; the first that is found counts. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/退回|退件/u, c.returning],
  [/拒收/u, c.refused],
  [/地址(?:不详|有误|不全)/u, c.badAddress],
  [/破损/u, c.damaged],
  [/丢失|遗失/u, c.lost],
  [/未妥投|不在/u, c.notAtHome],
  [/妥投|签收/u, c.delivered],
  [/自提|待领取/u, c.available],
  [/派送|投递/u, c.outForDelivery],
  [/海关放行|清关完成/u, c.customsCleared],
  [/海关/u, c.customsStarted],
  [/尚未收寄|信息已录入/u, c.announced],
  [/收寄/u, c.pickedUp],
  [/到达/u, c.arrived],
  [/离开|发往|发出/u, c.departed],
];

/** A failed attempt says why in words only. */
const failedAttempt = 'EMH';

const milestoneOf = (event: string, words: string): string | undefined =>
  byEvent.get(event) ??
  byWords.find(([pattern]) => pattern.test(words))?.[1] ??
  (event === failedAttempt ? c.notAtHome : undefined);

/** The code of a place stands in brackets behind its name. */
const placeOf = (text: string): string | null => /[（(]([A-Z0-9]{2,5})[）)]$/u.exec(text)?.[1] ?? null;

function scanOf(row: ReadonlyMap<string, string>, reader: Reader): Reported[] {
  const cell = (title: string): string => row.get(title) ?? '';
  const [event, words, where, shown] = [cell('事件'), cell('动态'), cell('地点'), cell('时间')];
  const statusCode = milestoneOf(event.toUpperCase(), words);
  if (statusCode === undefined) {
    reader.note(words === '' ? 'missing_field' : 'bad_enumeration', 'status', `${event} ${words}`.trim() || undefined);
    return [];
  }
  const place = placeOf(where);
  const time = readNumericTime(shown);
  const read: ReturnType<typeof instantOfShown> =
    time === null ? { reason: 'bad_time' } : instantOfShown(time, place, reader.reference);
  if (read.at === undefined) {
    reader.note(shown === '' ? 'missing_field' : read.reason, 'time', shown || undefined);
    return [];
  }
  const at = reader.happened(read.at, 'time');
  if (at === null) return [];
  const wording = [event, words].filter((part) => part !== '').join(' · ');
  return [{ statusCode, place, times: { ...noTimes, actual: at }, unitNo: null, carrier: null, run: null, wording }];
}

function weightOf(text: string | undefined, reader: Reader): number | null {
  if (!text) return null;
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?(kg|千克|公斤|g|克)$/iu.exec(text) ?? [];
  if (number === undefined) return reader.note('bad_type', 'weight', text);
  return Number(number) / (/^(?:g|克)$/iu.test(unit ?? '') ? 1_000 : 1);
}

const statesNone = (page: Page): boolean => findFirst(page, (element) => hasClass(element, 'mail-none')) !== undefined;

function readParcel(page: Page, about: About, reference: ParseReference): PageRecord {
  const reader = new Reader(reference, about.receivedAt);
  const empty = { content: null, observedAt: about.receivedAt };
  const table = byId(page, 'mail-trace');
  if (table === undefined)
    return { isUnknown: statesNone(page), events: 0, total: 0, record: { ...empty, refusals: reader.refusals } };
  const facts = definitionsOf(page, byId(page, 'mail-facts'));
  const number = (facts.get('邮件号') || attributeOf(byId(page, 'mail'), 'data-no'))?.toUpperCase() ?? null;
  if (number !== null && number !== about.billNo) {
    reader.note('unknown_reference', 'bill', number);
    return { isUnknown: false, events: 0, total: 0, record: { ...empty, refusals: reader.refusals } };
  }
  const rows = tableRows(page, table, MAX_ROWS + 1);
  const reported = rows.slice(0, MAX_ROWS).flatMap((row, index) => {
    reader.index = index;
    return scanOf(row, reader);
  });
  reader.index = null;
  if (rows.length > MAX_ROWS) reader.note('too_many_events', 'events', rows.length);
  const [origin, destination] = [placeOf(facts.get('寄件地') ?? ''), placeOf(facts.get('寄达地') ?? '')];
  const content = toConsignmentContent(
    {
      mode: 'courier',
      number: about.billNo,
      operator: about.carrierCode,
      origin,
      destination,
      pieces: 1,
      weightKg: weightOf(facts.get('重量'), reader),
      units: [],
      sections: [],
      statements: reported,
      promised: null,
    },
    reference.zoneOf,
  );
  const latest = reported.reduce((max, { times }) => Math.max(max, times.actual ?? 0), 0);
  return {
    isUnknown: false,
    events: reported.length,
    total: rows.length,
    record: { content, observedAt: Math.min(latest || about.receivedAt, about.receivedAt), refusals: reader.refusals },
  };
}

/** China Post EMS: the page with the trace of one mail item. Times are on the clocks of the places. */
export const emsMailV1: ParcelPageParser = {
  id: 'ems-mail',
  carrierCode: 'EMS',
  version: 1,
  ships: 'released',
  about: { zh: '中国邮政 EMS 邮件查询页', en: 'China Post EMS mail tracking page' },
  accepts: ({ contentType, page }) =>
    contentType === 'html' &&
    byId(page, 'mail') !== undefined &&
    (byId(page, 'mail-trace') !== undefined || statesNone(page)),
  readParcel: ({ page }, about, reference) => readParcel(page, about, reference),
};
