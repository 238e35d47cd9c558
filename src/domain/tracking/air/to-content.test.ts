import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { type AirStatement, noTimes } from './statement.ts';
import { hasEnded } from '../end-condition.ts';
import { containerProgress } from '../progress.ts';
import { toAirContent } from './to-content.ts';

const start = Date.UTC(2026, 10, 25);
const waybill = '999-00027716';

/** A status of pieces on the flight of the first, second or third day. */
const reported = (statusCode: string, pieces: number, day: number, more: Partial<AirStatement> = {}): AirStatement => {
  const departure = start + day * DAY_MS + 8 * HOUR_MS;
  return {
    statusCode,
    airport: 'PEK',
    flight: { flight: 'CA449', day: `2026-11-2${5 + day}`, from: 'PEK', to: 'SIN' },
    ...noTimes,
    actual: departure - 12 * HOUR_MS,
    load: { pieces, weightKg: pieces * 100 },
    isPart: pieces < 15,
    discrepancy: null,
    departs: { ...noTimes, planned: departure },
    arrives: { ...noTimes, planned: departure + 6 * HOUR_MS },
    ...more,
  };
};
const contentOf = (...statements: AirStatement[]) =>
  toAirContent(
    {
      waybill,
      airline: 'CA',
      origin: 'PEK',
      destination: 'SIN',
      total: { pieces: 15, weightKg: 1500 },
      volumeM3: null,
      statements,
    },
    () => 'Asia/Shanghai',
  );
const offloaded = (pieces: number | null, day = 0) =>
  reported('DIS', 0, day, { discrepancy: 'OFLD', load: { pieces, weightKg: null } });
const piecesOf = ({ containers }: ReturnType<typeof contentOf>) =>
  Object.fromEntries(containers.map(({ containerNo, quantity }) => [containerNo, quantity]));

test('goods that were taken off and booked again are on the new flight alone', () => {
  const content = contentOf(reported('BKD', 15, 0), offloaded(15), reported('BKD', 15, 1));
  expect(piecesOf(content)).toEqual({ [waybill]: 15, 'CA449/25NOV/PEK': 0, 'CA449/26NOV/PEK': 15 });
  expect(content.legs.map(({ voyage }) => voyage)).toEqual(['2026-11-26']);
  expect(content.booking).toMatchObject({ voyage: '2026-11-26', eta: start + DAY_MS + 14 * HOUR_MS });
  // The old flight leaves and comes for others; that it was booked and what happened there stays.
  const ofOld = content.events.filter(({ containerNo }) => containerNo === 'CA449/25NOV/PEK');
  expect(ofOld.map(({ statusCode }) => statusCode).toSorted()).toEqual(['BKD', 'DIS']);
});

test('once all pieces have left on others, a flight that was missed is no plan any more', () => {
  const missed = [reported('BKD', 15, 0), reported('BKD', 15, 1)];
  expect(piecesOf(contentOf(...missed))).toMatchObject({ 'CA449/25NOV/PEK': 15, 'CA449/26NOV/PEK': 15 });
  const content = contentOf(...missed, reported('DEP', 15, 1));
  expect(piecesOf(content)).toMatchObject({ 'CA449/25NOV/PEK': 0, 'CA449/26NOV/PEK': 15 });
  const ofMissed = content.events.filter(({ containerNo }) => containerNo === 'CA449/25NOV/PEK');
  expect(ofMissed.map(({ statusCode }) => statusCode)).toEqual(['BKD']);
  // A part of them that left does not empty the other flight, whose departure may be reported later.
  expect(piecesOf(contentOf(...missed, reported('DEP', 7, 1)))).toMatchObject({ 'CA449/25NOV/PEK': 15 });
});

test('without another flight the plan stays, and a part that was taken off leaves the rest on board', () => {
  const waiting = contentOf(reported('BKD', 15, 0), offloaded(null));
  expect(piecesOf(waiting)).toMatchObject({ 'CA449/25NOV/PEK': 0 });
  expect(waiting.booking.voyage).toBe('2026-11-25');
  expect(waiting.events.some(({ statusCode }) => statusCode === 'DEP')).toBe(true);
  const part = contentOf(reported('BKD', 15, 0), offloaded(5), reported('BKD', 5, 1));
  expect(piecesOf(part)).toMatchObject({ 'CA449/25NOV/PEK': 15, 'CA449/26NOV/PEK': 5 });
  const left = contentOf(reported('BKD', 15, 0), offloaded(15), reported('BKD', 15, 1), reported('DEP', 15, 0));
  expect(piecesOf(left)).toMatchObject({ 'CA449/25NOV/PEK': 15 });
});

const delivered = (pieces: number, hours: number, flight: AirStatement['flight'] = null) =>
  reported('DLV', pieces, 0, {
    airport: 'SIN',
    flight,
    actual: start + 3 * DAY_MS + hours * HOUR_MS,
    departs: noTimes,
    arrives: noTimes,
  });
const run = (day: number): AirStatement['flight'] => ({
  flight: 'CA449',
  day: `2026-11-2${5 + day}`,
  from: 'PEK',
  to: 'SIN',
});
const flown = [reported('DEP', 6, 0), reported('DEP', 9, 1)];
const wholeOf = (...statements: AirStatement[]) => {
  const { events, containers, ...rest } = contentOf(...statements);
  const content = { events, containers, ...rest };
  const handedOver = events.filter(({ statusCode }) => statusCode === 'DLV');
  return {
    units: handedOver.map(({ containerNo, actual }) => [containerNo, actual && (actual - start) / HOUR_MS - 72]),
    pieces: containers.find(({ containerNo }) => containerNo === waybill)?.receivedQuantity,
    isOver: hasEnded(content, start, { quietDaysAfterArrival: 30 }),
    share: containerProgress(content, null).share,
  };
};

test('handed over flight by flight, the consignment is handed over with the last lot, and until then in part', () => {
  const part = wholeOf(...flown, delivered(6, 1, run(0)));
  expect(part).toMatchObject({ units: [['CA449/25NOV/PEK', 1]], pieces: 6, isOver: false });
  expect(part.share).toBeLessThan(1);
  const all = wholeOf(...flown, delivered(6, 1, run(0)), delivered(9, 5, run(1)));
  expect(all).toMatchObject({ pieces: 15, isOver: true, share: 1 });
  expect(all.units).toContainEqual([null, 5]);
  // What is reported again is not handed over again.
  const again = wholeOf(...flown, delivered(6, 1, run(0)), delivered(6, 1, run(0)), delivered(6, 1, run(0)));
  expect(again).toMatchObject({ pieces: 6, isOver: false });
  // A lot that does not say how many pieces has all that were on its flight.
  const uncounted = delivered(9, 5, run(1));
  const silent = { ...uncounted, load: { pieces: null, weightKg: null } };
  expect(wholeOf(...flown, delivered(6, 1, run(0)), silent)).toMatchObject({ pieces: 15, isOver: true });
});

test('handed over in parts without their flights, it says of how many pieces', () => {
  expect(wholeOf(...flown, delivered(4, 1))).toMatchObject({ units: [], pieces: 4, isOver: false });
  expect(wholeOf(...flown, delivered(4, 1), delivered(11, 5))).toMatchObject({
    units: [[null, 5]],
    pieces: 15,
    isOver: true,
  });
});

test('goods that customs hold twice are held twice, and the same reported again is the same', () => {
  const held = (statusCode: string, hours: number) => ({ ...delivered(15, hours), statusCode });
  const content = contentOf(held('CRC', 1), held('CCD', 3), held('CRC', 5), held('CRC', 5), held('CCD', 8));
  expect(content.events.map(({ statusCode, occurrence }) => [statusCode, occurrence])).toEqual([
    ['CRC', 1],
    ['CCD', 1],
    ['CRC', 2],
    ['CCD', 2],
  ]);
});
