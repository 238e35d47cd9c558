import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildEvent, buildSimpleView, detectIn, keysIn, reference } from '../../testing/builders.ts';
import { createPlaceCalendars, workingDaysFrom } from '../../execution/schedule/working-days.ts';
import type { ReferenceData } from '../types.ts';
import { demurrageRisk } from './demurrage-risk.ts';

const container = 'MERU1234567';
// 23:30 on 1 March in Los Angeles, which is already 2 March in UTC.
const discharged = Date.UTC(2026, 2, 2, 7, 30);
// The clocks go forward on 8 March: the end of 8 March is 07:00 UTC of the 9th, not 08:00.
const endOfFreeTime = Date.UTC(2026, 2, 9, 7) - 1;
const view = (...events: ReturnType<typeof buildEvent>[]) =>
  buildSimpleView({ events: [buildEvent(container, 'DSCH', 'USLAX', { actual: discharged }), ...events] });

test('warns within a day of the end of the last free day of the port, not before', () => {
  expect(keysIn(demurrageRisk, view(), {}, endOfFreeTime - 24 * HOUR_MS)).toEqual([]);
  expect(detectIn(demurrageRisk, view(), {}, endOfFreeTime - 24 * HOUR_MS + 1)).toMatchObject([
    { key: '', params: { lastFreeDayEndsAt: endOfFreeTime, hoursLeft: 23, freeDays: 7 } },
  ]);
});

test('asks for the days of work only where it warns', () => {
  const early = { ...reference, workingDaysOf: () => expect.unreachable() };
  const now = endOfFreeTime - 100 * HOUR_MS;
  expect(demurrageRisk.detect(view(), now, demurrageRisk.defaults, early)).toEqual([]);
});

test('is urgent when less than half a day of work is left at the place', () => {
  // The last free day is a Sunday.
  const sunday = (hoursLeft: number, more: Partial<ReferenceData> = {}) =>
    demurrageRisk.detect(view(), endOfFreeTime + 1 - hoursLeft * HOUR_MS, demurrageRisk.defaults, {
      ...reference,
      ...more,
    });
  expect(sunday(9)).toMatchObject([{ severity: 'high', params: { hoursLeft: 8, noWork: 1 } }]);
  // Where Sunday is worked, from 8 to 18 by the clock of the place.
  const workingDaysOf = createPlaceCalendars([
    {
      tenantId: 'tenant-a',
      placeCode: 'US',
      calendar: workingDaysFrom('5,6', [{ day: '2026-03-09', working: false }]),
    },
  ]);
  expect(sunday(11, { workingDaysOf })).toMatchObject([{ severity: 'medium' }]);
  expect(sunday(10, { workingDaysOf })).toMatchObject([{ severity: 'high' }]);
  expect(sunday(10, { workingDaysOf })[0]?.params).not.toHaveProperty('noWork');
});

test('over is worse', () => {
  expect(detectIn(demurrageRisk, view(), {}, endOfFreeTime + 49 * HOUR_MS)).toMatchObject([
    { severity: 'high', params: { daysOver: 3 } },
  ]);
});

test('free days are a setting', () => {
  expect(keysIn(demurrageRisk, view(), { freeDays: 3 }, Date.UTC(2026, 2, 4, 12))).toEqual(['']);
});

test('free days are those of the tariff of the carrier at the port, unless somebody set others', () => {
  const tariff = { demurrageDays: 5, detentionDays: 9, demurrageRate: 80, detentionRate: null, currency: 'USD' };
  const requested: string[][] = [];
  const known = {
    ...reference,
    tariffOf: (carrierCode: string, portCode: string) => {
      requested.push([carrierCode, portCode]);
      return tariff;
    },
  };
  const at = endOfFreeTime - 46 * HOUR_MS;
  const find = (settings: object) =>
    demurrageRisk.detect(view(), at, { ...demurrageRisk.defaults, ...settings }, known).map(({ params }) => params);
  expect(find({})).toMatchObject([{ freeDays: 5, daysOver: 1 }]);
  expect(requested).toEqual([[view().subscription.carrierCode, 'USLAX']]);
  expect(find({ freeDays: 10 })).toEqual([]);
  expect(demurrageRisk.changeTimes?.(view(), demurrageRisk.defaults, known)[0]).toBeLessThan(at);
});

test('is silent before the discharge, after the gate-out, in transhipment and after the end', () => {
  const late = endOfFreeTime + 99 * HOUR_MS;
  expect(
    keysIn(demurrageRisk, view(buildEvent(container, 'STCS', 'USLAX', { actual: discharged + 1 })), {}, late),
  ).toEqual([]);
  const planned = buildSimpleView({ events: [buildEvent(container, 'DSCH', 'USLAX', { planned: discharged })] });
  expect(keysIn(demurrageRisk, planned, {}, late)).toEqual([]);
  const transhipped = buildSimpleView({ events: [buildEvent(container, 'TSDC', 'USLAX', { actual: discharged })] });
  expect(keysIn(demurrageRisk, transhipped, {}, late)).toEqual([]);
  const ended = view();
  expect(keysIn(demurrageRisk, { ...ended, subscription: { ...ended.subscription, ended: true } }, {}, late)).toEqual(
    [],
  );
});
