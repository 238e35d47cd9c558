import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { AnsweredWays } from './CarrierWays.tsx';
import { compareWays } from './compare-ways.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['sailings']);
});
afterEach(cleanup);

const now = Date.UTC(2026, 5, 1, 4);
type CarrierRoute = CallData<'carrierWayQuery'>['ways'][number];
type Answer = CarrierRoute['answers'][number];

const answer = (carrierCode: string, leaves: number, more: Partial<Answer['legs'][number]> = {}): Answer => ({
  carrierCode,
  saidTime: now - HOUR_MS,
  departureTime: leaves,
  arrivalTime: leaves + 29 * DAY_MS,
  transitDays: 29,
  cutOffs: [],
  legs: [
    {
      carrierCode: 'MERI',
      serviceCode: 'AE1',
      imo: '9074729',
      vesselName: 'MERIDIAN EQUITY',
      voyage: '647W',
      fromPort: 'CNSHA',
      toPort: 'NLRTM',
      departureTime: leaves,
      arrivalTime: leaves + 29 * DAY_MS,
      cutOffs: [],
      calls: [],
      ...more,
    },
  ],
});
const turn = (planned: number) => ({ planned, estimated: null, actual: null });
const ours = {
  routeId: '1-2',
  legs: [
    {
      imo: '9074729',
      vesselName: 'MERIDIAN EQUITY',
      fromPort: 'CNSHA',
      toPort: 'NLRTM',
      departure: turn(now + DAY_MS),
      arrival: turn(now + 30 * DAY_MS),
    },
  ],
  departureTime: now + DAY_MS,
  arrivalTime: now + 30 * DAY_MS,
} as unknown as SailingRoute;
const carriers = { nameOf: (code: string | null | undefined) => code ?? '' } as never;
const all = { service: '', partners: true };
const ways: CarrierRoute[] = [
  { answers: [answer('MERI', now + DAY_MS)], differs: false },
  { answers: [answer('PELA', now + 9 * DAY_MS, { imo: '9000015', vesselName: 'OTHER' })], differs: false },
];

test('an answer stands beside our way on the same vessel: the same, by how much later, or not in our list', () => {
  expect(compareWays(ways, [ours], all)).toMatchObject([
    { agrees: true, ours: { routeId: '1-2' } },
    { agrees: false, ours: undefined },
  ]);
  const later: CarrierRoute = { answers: [answer('MERI', now + DAY_MS + 6 * HOUR_MS)], differs: false };
  expect(compareWays([later], [ours], all)).toMatchObject([{ agrees: false, departureShift: 6 * HOUR_MS }]);
  // Half an hour is how carriers round.
  const rounded: CarrierRoute = { answers: [answer('MERI', now + DAY_MS + HOUR_MS / 2)], differs: false };
  expect(compareWays([rounded], [ours], all)[0]?.agrees).toBe(true);
  expect(compareWays([{ ...(ways[0] as CarrierRoute), differs: true }], [ours], all)[0]?.agrees).toBe(false);
});

test('only what was requested is compared: the service, and vessels of the seller alone', () => {
  expect(compareWays(ways, [ours], { ...all, service: 'ae1' })).toHaveLength(2);
  expect(compareWays(ways, [ours], { ...all, service: 'FE2' })).toHaveLength(0);
  expect(
    compareWays(ways, [ours], { ...all, partners: false }).map(({ answer: { carrierCode } }) => carrierCode),
  ).toEqual(['MERI']);
});

test('answers are counted, carriers that do not answer are named, and who disagrees is shown with the own times', () => {
  const answered = {
    ways: [...ways, { answers: [answer('MERI', now + DAY_MS), answer('PELA', now + 2 * DAY_MS)], differs: true }],
    ports: [],
    sources: [
      { carrierCode: 'MERI', answeredTime: now, failing: false, count: 2 },
      { carrierCode: 'QUAY', answeredTime: null, failing: true, count: 0 },
    ],
  };
  renderInApp(<AnsweredWays answer={answered} routes={[ours]} question={all} carriers={carriers} />);
  expect(screen.getByText('3 个方案 · 1 个与本系统一致 · 1 个时间不同 · 1 个本系统未列出')).toBeTruthy();
  expect(document.querySelector('.pt-source-failing')?.textContent).toContain('QUAY');
  const lines = screen.getAllByRole('row', { hidden: true }).slice(1);
  expect(lines.map((line) => within(line).getAllByRole('cell', { hidden: true }).at(-1)?.textContent)).toEqual([
    '一致',
    '本系统未列出',
    '各家数据不一致',
  ]);
  expect(within(lines[2] as HTMLElement).getByText(/PELA/)).toBeTruthy();
});
