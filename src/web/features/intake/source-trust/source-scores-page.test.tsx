import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { sourceScoresPage } from './pages.ts';

type Scores = CallData<'sourceScoreQuery'>;

const score: Scores['scores'][number] = {
  carrierCode: 'MERI',
  sourceCode: 'dcsa:MERI',
  sourceNameCn: '子午接口',
  sourceNameEn: 'Meridian API',
  sourceType: 'CARRIER',
  attribute: 'booking.eta',
  shipments: 40,
  words: 3,
  firstHours: -60,
  errorHours: 5.25,
  rightShare: 0.895,
};
const order = ['EXPERT', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'FT', 'CUSTOMS', 'AIS'];
const advised = ['EXPERT', 'AIS', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'FT', 'CUSTOMS'];
const scores: Scores = {
  examined: 500,
  arrived: 1200,
  carriers: [
    { carrierCode: 'MERI', nameCn: '子午航运', nameEn: 'Meridian' },
    { carrierCode: 'BORE', nameCn: '北风航运', nameEn: 'Boreas' },
  ],
  scores: [
    score,
    { ...score, attribute: 'booking.atd', sourceNameCn: '船舶 AIS', sourceCode: 'ais', firstHours: 2, rightShare: 0.9 },
    { ...score, carrierCode: 'OLD', sourceNameCn: '旧接口', sourceCode: 'old', rightShare: 0.3 },
  ],
  advice: [{ attribute: 'booking.eta', order, advised }],
};
const server = callServer({ sourceScoreQuery: () => scores });
afterEach(cleanup);

const menus = ['/source-scores', '/fusion-precedence'];

test('scores say in words how early and how right a source was; departures stand before expected arrivals', async () => {
  await openPage(sourceScoresPage, undefined, { menus });
  const row = within(await rowOf('子午接口'));
  for (const message of ['预计抵港', '子午航运', '40', '3.0', '提前 2 天 12 小时', '5.3 小时', '90 %'])
    expect(row.getByText(message)).toBeDefined();
  expect(within(await rowOf('船舶 AIS')).getByText('2 小时后')).toBeDefined();
  // A carrier without a name is known by its code.
  expect(within(await rowOf('旧接口')).getByText('OLD')).toBeDefined();
  const lines = screen.getAllByRole('row').map((line) => line.textContent ?? '');
  expect(lines.findIndex((line) => line.includes('实际离港'))).toBe(1);
  expect(screen.getByText('统计了跟踪期间最近抵达的 500 票，共 1,200 票')).toBeDefined();
  const tones = ['子午接口', '船舶 AIS', '旧接口'].map(async (name) =>
    (await rowOf(name)).querySelector('[data-tone]')?.getAttribute('data-tone'),
  );
  expect(await Promise.all(tones)).toEqual(['warn', 'ok', 'danger']);
  expect(server.asked('sourceScoreQuery')).toEqual([{ carrierCode: null }]);
});

test('an advice leads to its preview, for those who may see the order of sources', async () => {
  const { left } = await openPage(sourceScoresPage, undefined, { menus });
  const advice = within(await screen.findByRole('region', { name: '优先级建议' }));
  expect(advice.getByRole('listitem').textContent).toContain(
    '预计抵港：按评分，来源顺序宜改为 专家 › 船舶 AIS › 船公司 › EDI 报文',
  );
  await userEvent.click(advice.getByRole('link', { name: '预览影响' }));
  expect(left).toEqual([`/fusion-precedence?attribute=booking.eta&order=${advised.join('.')}`]);
  await openPage(sourceScoresPage, undefined, { who: { userType: 'user' }, menus: ['/source-scores'] });
  expect(await screen.findByRole('region', { name: '优先级建议' })).toBeDefined();
  expect(screen.queryByRole('link', { name: '预览影响' })).toBeNull();
});

test('a carrier is chosen by name, and kept in the address; without advice it says so', async () => {
  server.answer({ sourceScoreQuery: () => ({ ...scores, advice: [] }) });
  const page = await openPage(sourceScoresPage, '/source-scores?carrierCode=MERI', { menus });
  expect(await screen.findByText('评分不支持调整当前的来源优先级。')).toBeDefined();
  await takeChoice(screen.getByRole('combobox', { name: '承运人' }), '北风航运');
  expect(page.href()).toBe('/source-scores?carrierCode=BORE');
  expect(await rowOf('子午接口')).toBeDefined();
  expect(server.asked('sourceScoreQuery')).toEqual([{ carrierCode: 'MERI' }, { carrierCode: 'BORE' }]);
});

test('a failure can be tried again; nothing to score is shown, and names follow the language', async () => {
  server.answer({ sourceScoreQuery: () => new Refusal('服务器忙') });
  await openPage(sourceScoresPage, undefined, { menus });
  expect(await screen.findByText('服务器忙')).toBeDefined();
  server.answer({ sourceScoreQuery: () => ({ ...scores, scores: [], advice: [], arrived: 0 }) });
  await press('重试');
  expect(await screen.findByText('评分只统计开始跟踪之后抵达的货物，目前还没有。')).toBeDefined();
  server.answer({ sourceScoreQuery: () => scores });
  await act(() => setLang('en'));
  const row = within(await rowOf('2 d 12 h before'));
  expect(row.getByText('Meridian')).toBeDefined();
  expect(row.getByText('Meridian API')).toBeDefined();
});
