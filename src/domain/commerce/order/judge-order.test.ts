import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { judgeOrder, type LineShipment, type OrderLine } from './judge-order.ts';

const now = Date.UTC(2026, 4, 10);
const day = (n: number): number => now + n * DAY_MS;

const bySea = (values: Partial<LineShipment> = {}): LineShipment => ({
  mode: 'sea',
  carriage: 'AMBER TIDE',
  atd: day(-10),
  plannedArrival: day(10),
  eta: day(10),
  ata: null,
  endedAt: null,
  ...values,
});
const line = (values: Partial<OrderLine> = {}): OrderLine => ({
  lineNo: '10',
  mode: 'sea',
  shipBy: day(-12),
  promised: day(14),
  shipments: [bySea()],
  ...values,
});
const judge = (...lines: OrderLine[]) => judgeOrder(lines, now);

describe('lateness of an order', () => {
  test('a vessel that eats up the buffer makes it late, with both in the reason', () => {
    // Planned arrival and three days to the door leave one day before the promise.
    expect(judge(line({ shipments: [bySea({ eta: day(13) })] }))).toMatchObject({
      risk: 'late',
      lateDays: 2,
      reason: { code: 'carriageLate', carriage: 'AMBER TIDE', slip: 3, buffer: 1, late: 2, lineNo: '10' },
    });
  });

  test('just in time is tight, an hour more is late', () => {
    expect(judge(line({ promised: day(13) }))).toMatchObject({ risk: 'atRisk', reason: { code: 'tight', left: 0 } });
    expect(judge(line({ promised: day(13) - HOUR_MS }))).toMatchObject({
      risk: 'late',
      reason: { code: 'plannedLate', late: 1 },
    });
    expect(judge(line({ promised: day(15) }))).toMatchObject({ risk: 'onTime', lateDays: -2 });
    expect(judge(line({ promised: day(15) - HOUR_MS })).risk).toBe('atRisk');
  });

  test('a delay within a large buffer says what is left of it', () => {
    expect(judge(line({ promised: day(17), shipments: [bySea({ eta: day(13) })] }))).toMatchObject({
      risk: 'atRisk',
      reason: { code: 'carriageSlipped', slip: 3, buffer: 4, left: 1 },
    });
  });

  test('what arrived in time and is not delivered becomes overdue', () => {
    const arrived = bySea({ ata: day(-6), eta: day(-6), plannedArrival: day(-6) });
    expect(judge(line({ promised: day(-2), shipments: [arrived] }))).toMatchObject({
      stage: 'arrived',
      risk: 'late',
      reason: { code: 'overdue', days: 2 },
    });
  });

  test('what is delivered has no days left, and says when it was late', () => {
    const ended = bySea({ ata: day(-9), endedAt: day(-1) });
    expect(judge(line({ promised: day(-4), shipments: [ended] }))).toMatchObject({
      stage: 'delivered',
      risk: 'done',
      lateDays: null,
      reason: { code: 'delivered' },
    });
    expect(judge(line({ promised: day(-8), shipments: [ended] })).reason).toMatchObject({
      code: 'deliveredLate',
      days: 2,
    });
  });

  test('nothing carries it: by when it had to leave, and by what its mode takes', () => {
    const waiting = { shipments: [], mode: 'air' as const };
    expect(judge(line({ ...waiting, shipBy: day(-2) }))).toMatchObject({
      stage: 'waiting',
      risk: 'atRisk',
      reason: { code: 'notShipped', days: 2 },
    });
    expect(judge(line({ ...waiting, shipBy: day(3), promised: day(5) })).reason).toMatchObject({
      code: 'shipSoon',
      left: 5,
      usual: 6,
    });
    expect(judge(line({ ...waiting, shipBy: null, promised: day(30) })).risk).toBe('onTime');
    expect(judge(line({ ...waiting, shipBy: null, promised: day(-3) }))).toMatchObject({ risk: 'late', lateDays: 3 });
  });

  test('without an expected arrival the risk is unknown', () => {
    const mute = bySea({ eta: null, plannedArrival: null });
    expect(judge(line({ shipments: [mute] }))).toMatchObject({ risk: 'unknown', reason: { code: 'noArrival' } });
    expect(judge(line({ shipments: [mute, bySea({ eta: day(30) })] })).risk).toBe('unknown');
  });
});

test('an order is as far as its last line and as late as its worst', () => {
  const judged = judge(
    line(),
    line({ lineNo: '20', shipments: [bySea({ atd: null })] }),
    line({ lineNo: '30', shipments: [bySea({ eta: day(20) }), bySea({ mode: 'air', eta: day(1) })] }),
    line({ lineNo: '40', shipments: [bySea({ ata: day(-3), endedAt: day(-1) })] }),
  );
  expect(judged).toMatchObject({
    stage: 'booked',
    stageLines: { waiting: 0, booked: 1, transit: 2, arrived: 0, delivered: 1 },
    risk: 'late',
    lateDays: 9,
    reason: { lineNo: '30' },
    expected: day(23),
  });
});

test('an order without lines gives no NaN', () => {
  expect(judgeOrder([], now)).toMatchObject({ lateDays: null, expected: null, reason: null, risk: 'unknown' });
});

test('a line whose shipments were named just now is not called late before they were looked for', () => {
  const overdue = line({ shipments: [], promised: day(-3) });
  expect(judge({ ...overdue, justNamed: true })).toMatchObject({ risk: 'unknown', reason: { code: 'untracked' } });
  expect(judge(overdue)).toMatchObject({ risk: 'late', reason: { code: 'overdue' } });
});
