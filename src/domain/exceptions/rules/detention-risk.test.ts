import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { detentionRisk } from './detention-risk.ts';

const container = 'MERU1234567';
const gatedOut = Date.UTC(2026, 2, 2, 10);
// End of 9 March in Rotterdam (UTC+1).
const endOfFreeTime = Date.UTC(2026, 2, 9, 23) - 1;
const view = (...events: ReturnType<typeof buildEvent>[]) =>
  buildSimpleView({ events: [buildEvent(container, 'STCS', 'NLRTM', { actual: gatedOut }), ...events] });

test('warns within a day of the end of the last free day, not before; over is worse', () => {
  expect(keysIn(detentionRisk, view(), {}, endOfFreeTime - 24 * HOUR_MS)).toEqual([]);
  expect(detectIn(detentionRisk, view(), {}, endOfFreeTime - HOUR_MS)).toMatchObject([
    { key: '', severity: 'high', params: { lastFreeDayEndsAt: endOfFreeTime, hoursLeft: 1 } },
  ]);
  expect(detectIn(detentionRisk, view(), {}, endOfFreeTime)).toMatchObject([
    { severity: 'high', params: { daysOver: 1 } },
  ]);
});

test('the empty return ends it, a stripping does not', () => {
  const late = endOfFreeTime + 99 * HOUR_MS;
  expect(
    keysIn(detentionRisk, view(buildEvent(container, 'RCVE', 'NLRTM', { actual: gatedOut + 1 })), {}, late),
  ).toEqual([]);
  expect(
    keysIn(detentionRisk, view(buildEvent(container, 'STRP', 'NLRTM', { actual: gatedOut + 1 })), {}, late),
  ).toEqual(['']);
});

test('a place without a zone is counted in the time of China, in which its times are shown', () => {
  const unknown = buildSimpleView({ events: [buildEvent(container, 'STCS', 'XXNOZ', { actual: gatedOut })] });
  expect(detectIn(detentionRisk, unknown, {}, endOfFreeTime)[0]?.params.lastFreeDayEndsAt).toBe(
    Date.UTC(2026, 2, 9, 16) - 1,
  );
});

test('several containers of a bill are one problem that names them all', () => {
  const second = buildEvent('MERU7654321', 'STCS', 'NLRTM', { actual: gatedOut });
  expect(detectIn(detentionRisk, view(second), {}, endOfFreeTime)).toMatchObject([
    { key: '', params: { boxNos: 'MERU1234567 MERU7654321' } },
  ]);
});
