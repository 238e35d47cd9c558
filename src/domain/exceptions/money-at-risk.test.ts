import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/instant.ts';
import { at, buildContainer, buildEvent, buildSimpleView, reference } from '../testing/builders.ts';
import { moneyAtRisk, type MoneyFacts } from './money-at-risk.ts';
import { moneyText } from './money-text.ts';
import type { Finding, ReferenceData } from './types.ts';

const nothing: MoneyFacts = { lines: [], usdPerUnit: () => undefined, rebooking: () => undefined };
const finding = (params: Finding['params']): Finding => ({ key: '', params, evidence: [], severity: 'high' });
const over = finding({ port: 'USLAX', boxNos: 'MERU1234567 MERU0000019', lastFreeDayEndsAt: at(0) });
const demurrage = { code: 'DEMURRAGE_RISK', finding: over };
const line = (promised: number) => ({ lineNo: '10', mode: 'sea', shipBy: null, promised }) as const;

test('containers that stand cost by the day that they are expected to leave', () => {
  const view = buildSimpleView({});
  // Two days over, half as long again and three days to collect them.
  expect(moneyAtRisk(demurrage, view, at(2), reference, nothing)).toEqual({
    usd: 1200,
    parts: [{ kind: 'demurrage', count: 2, days: 6, each: 100, usual: true, usd: 1200 }],
  });
  // The free time of the containers ends after everything is expected to be collected.
  expect(moneyAtRisk(demurrage, view, at(-3), reference, nothing)).toBeNull();
});

test('the tariff of the carrier counts before what is usual, in its currency', () => {
  const tariff = { demurrageDays: 7, detentionDays: 7, demurrageRate: 400, detentionRate: null, currency: 'CNY' };
  const known: ReferenceData = { ...reference, tariffOf: () => tariff };
  const facts = { ...nothing, usdPerUnit: (currency: string) => (currency === 'CNY' ? 0.14 : undefined) };
  expect(moneyAtRisk(demurrage, buildSimpleView({}), at(2), known, facts)?.parts).toEqual([
    { kind: 'demurrage', count: 2, days: 6, each: 56.00000000000001, usd: 672 },
  ]);
  expect(moneyAtRisk(demurrage, buildSimpleView({}), at(2), known, nothing)?.parts).toMatchObject([{ usual: true }]);
});

test('order lines cost by the days they come after their promise, and nothing while they come in time', () => {
  const view = buildSimpleView({ booking: { atd: at(-20), eta: at(5), plannedArrival: at(0) } });
  const late = { code: 'ARRIVE_DELAY', finding: finding({}) };
  const facts = { ...nothing, lines: [line(at(6)), line(at(3)), line(at(30))] };
  // Three days from the arrival to the goods: on day 8, two and five days late.
  expect(moneyAtRisk(late, view, at(1), reference, facts)).toEqual({
    usd: 1050,
    parts: [{ kind: 'lateness', count: 2, days: 7, each: 150, usd: 1050, usual: true }],
  });
  expect(moneyAtRisk(late, view, at(1), reference, { ...nothing, lines: [line(at(30))] })).toBeNull();
  expect(moneyAtRisk({ ...late, code: 'CTN_INVALID' }, view, at(1), reference, facts)).toBeNull();
});

test('cargo on several ships comes with the last of its containers', () => {
  const view = buildSimpleView({
    booking: { atd: at(-20), eta: at(1), plannedArrival: at(0), portOfDischarge: 'NLRTM' },
    containers: [buildContainer('MERU1234567'), buildContainer('MERU0000019')],
    events: [
      buildEvent('MERU1234567', 'BDAR', 'NLRTM', { estimated: at(1) }),
      buildEvent('MERU0000019', 'BDAR', 'NLRTM', { planned: at(2), estimated: at(5) }),
      buildEvent('MERU0000019', 'DSCH', 'NLRTM', { estimated: at(9) }),
    ],
  });
  // Three days from the arrival to the goods: on day 8.
  const costOf = (code: string, references: string[] = []) =>
    moneyAtRisk({ code, finding: finding({}) }, view, at(0), reference, {
      ...nothing,
      lines: [{ ...line(at(6)), references }],
    })?.usd;
  expect(costOf('SPLIT_CARGO')).toBe(2 * 150);
  // A line in the container that comes first is not late.
  expect(costOf('SPLIT_CARGO', ['MERU1234567'])).toBeUndefined();
  expect(costOf('SPLIT_CARGO', ['MERU0000019'])).toBe(2 * 150);
  expect(costOf('ARRIVE_DELAY')).toBeUndefined();
});

test('a ship that should have left is late by what she waits', () => {
  const view = buildSimpleView({ booking: { etd: at(-4), eta: at(10), plannedArrival: at(10) } });
  const facts = { ...nothing, lines: [line(at(14))] };
  const detected = { code: 'DEPART_DELAY', finding: finding({}) };
  expect(moneyAtRisk(detected, view, at(0), reference, facts)?.usd).toBe(3 * 150);
});

test('cargo left behind costs what other sailings ask above the price agreed on', () => {
  const view = buildSimpleView({
    containers: [
      buildContainer('MERU1234567', { sizeType: '45G1' }),
      buildContainer('MERU0000019', { sizeType: '22G1' }),
    ],
  });
  const facts = { ...nothing, rebooking: (type: string | null) => (type === '45G1' ? 300.4 : -20) };
  expect(moneyAtRisk({ code: 'ROLLED', finding: finding({}) }, view, at(0), reference, facts)).toEqual({
    usd: 300,
    parts: [{ kind: 'rebooking', count: 1, days: 0, each: 300, usd: 300 }],
  });
});

test('says in one sentence how the amount comes about', () => {
  const money = {
    usd: 1350,
    parts: [
      { kind: 'demurrage', count: 2, days: 6, each: 100, usual: true, usd: 1200 },
      { kind: 'lateness', count: 1, days: 1, each: 150, usd: 150 },
    ],
  } as const;
  expect(moneyText(money, 'zh')).toBe(
    '滞期费 USD 1,200（2 箱，预计 6 天，每箱每天 USD 100，按通常价格），订单晚交 USD 150（1 个订单行共晚 1 天，每行每天 USD 150）。',
  );
  expect(moneyText(money, 'en')).toBe(
    'Demurrage USD 1,200 (2 containers, 6 days expected, USD 100 a container and day, at a usual price) and late order lines USD 150 (1 line, 1 day late in all, USD 150 a line and day).',
  );
});

test('a hold costs storage after the days that the tariff leaves free', () => {
  const tariff = {
    demurrageDays: 7,
    detentionDays: 7,
    demurrageRate: null,
    detentionRate: null,
    currency: 'USD',
    storageDays: 2,
    storageRate: 50,
  };
  const held = {
    code: 'HOLD',
    finding: finding({ port: 'USLAX', containerNo: 'MERU1234567', heldAt: at(0) - DAY_MS }),
  };
  const known: ReferenceData = { ...reference, tariffOf: () => tariff };
  expect(moneyAtRisk(held, buildSimpleView({}), at(1), known, { ...nothing, usdPerUnit: () => 1 })?.usd).toBe(3 * 50);
});
