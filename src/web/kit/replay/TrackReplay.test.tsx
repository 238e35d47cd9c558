import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import type { Track } from './track-model.ts';
import { Stays } from './TrackReplay.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['gpsVehicles']);
});
afterEach(cleanup);

const arrived = Date.UTC(2026, 10, 20, 1);
const track: Track = {
  vehicleId: '1',
  plateNo: '沪A12345',
  source: '车载终端 13911110001',
  timeFrom: arrived,
  timeTo: arrived,
  points: [],
  total: 0,
  refused: [],
  stays: [
    {
      siteCode: 'A',
      siteName: '上海仓',
      siteNameEn: null,
      zone: 'Asia/Shanghai',
      lon: 121,
      lat: 31,
      arrivedTime: arrived,
      departedTime: null,
    },
  ],
  alarms: [],
  lane: [],
  corridorKm: null,
  photos: [],
  temperatureMin: null,
  temperatureMax: null,
};

test('the time of a stay names the device that sent it', () => {
  renderInApp(<Stays track={track} now={arrived + 90 * 60_000} />);
  expect(screen.getByTitle(/车载终端 13911110001/)).toBeTruthy();
  expect(screen.getByText('1 小时 30 分')).toBeTruthy();
});
