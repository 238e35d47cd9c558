import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { Answered } from './Answered.tsx';
import { SailingRow } from './SailingRow.tsx';
import type { Places } from './use-places.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['sailings']);
});
afterEach(cleanup);

const now = Date.UTC(2026, 5, 1, 4);
const turn = (planned: number) => ({ planned, estimated: null, actual: null });
const route: SailingRoute = {
  routeId: '1-2',
  sellers: ['MERI'],
  legs: [
    {
      carrierCode: 'MERI',
      serviceCode: 'AE1',
      vesselName: 'MERIDIAN EQUITY',
      imo: '9074729',
      voyage: '647W',
      fromPort: 'CNSHA',
      fromTerminal: null,
      toPort: 'XXZZZ',
      toTerminal: null,
      departure: turn(now + DAY_MS),
      departureSaid: { carrierCode: 'MERI', saidTime: now - DAY_MS },
      arrival: turn(now + 30 * DAY_MS),
      arrivalSaid: null,
      boardCallId: '1',
      alightCallId: '2',
      differs: false,
    },
  ],
  departureTime: now + DAY_MS,
  arrivalTime: now + 30 * DAY_MS,
  transitDays: 29,
  changes: 0,
  cutOffs: [
    { code: 'EFC', time: now - 5 * DAY_MS, said: null },
    { code: 'DCO', time: now - HOUR_MS, said: null },
    { code: 'FCO', time: now + HOUR_MS, said: { carrierCode: 'MERI', saidTime: now - 2 * DAY_MS } },
  ],
  nextSailings: [{ routeId: '3-4', departureTime: now + 8 * DAY_MS }],
};
const places: Places = {
  find: () => undefined,
  zoneOf: (code) => (code === 'CNSHA' ? 'Asia/Shanghai' : null),
  nameOf: (code) => code,
};
const carriers = {
  nameOf: (code: string | null | undefined) => (code === 'MERI' ? '子午远洋' : (code ?? '')),
} as never;
const nothing = (): void => undefined;

const show = (shown: SailingRoute): void => {
  renderInApp(
    <SailingRow
      route={shown}
      places={places}
      carriers={carriers}
      now={now}
      open={false}
      chosen={false}
      mayChoose
      onToggle={nothing}
      onChoose={nothing}
      onShow={nothing}
    />,
  );
};

test('a sailing names the cut-off that is over; the opening of the yard is not a cut-off', () => {
  show(route);
  expect(screen.getByText('已截单')).toBeTruthy();
  expect(screen.getByText('截单').closest('[data-past]')).not.toBeNull();
  expect(screen.getByText('进港').closest('[data-past]')).toBeNull();
  show({ ...route, cutOffs: route.cutOffs.map((one) => ({ ...one, time: now + DAY_MS })) });
  expect(screen.queryByText('已截单')).toBeNull();
});

test('a time says which source reported it and when; at a port without zone it is in the time of China and says so', () => {
  show(route);
  const [departure] = screen.getAllByText('06-02 12:00');
  expect(departure?.title).toContain('来源：子午远洋，获知于 2026-05-31');
  const arrival = screen.getByText('07-01 12:00');
  expect(arrival.textContent).toContain('北京时间');
  expect(arrival.querySelector('.pt-zone-missing')).not.toBeNull();
  expect(arrival.title).not.toContain('来源');
});

test('a cut-off says which carrier sent it and when', () => {
  show(route);
  const timeOf = (name: string) => screen.getByText(name).parentElement?.querySelector('time');
  expect(timeOf('截港')?.title).toContain('来源：子午远洋，获知于 2026-05-30');
  expect(timeOf('截单')?.title).not.toContain('来源');
});

type Answer = Pick<CallData<'sailingQuery'>, 'totalRecord' | 'sources'>;
const answered = (sources: Answer['sources']): void => {
  const query = { data: { totalRecord: 0, sources }, isError: false, refetch: nothing } as never;
  renderInApp(
    <Answered<Answer>
      requested
      query={query}
      texts={{ begin: '', beginText: '', waiting: '正在获取', none: '没有船期', noneText: '' }}
      ages={() => <span>船公司的时间</span>}
    >
      {() => null}
    </Answered>,
  );
};

test('nothing found waits for carriers that have not answered yet, but not for one whose server is down', () => {
  const old = { carrierCode: 'MERI', answeredTime: now, failing: false };
  answered([old, { carrierCode: 'QUAY', answeredTime: null, failing: false }]);
  expect(screen.getByText('正在获取')).toBeTruthy();
  answered([old, { carrierCode: 'QUAY', answeredTime: null, failing: true }]);
  expect(screen.getByText('没有船期')).toBeTruthy();
  expect(screen.getByText('船公司的时间')).toBeTruthy();
});
