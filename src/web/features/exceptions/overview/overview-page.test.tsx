import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { WaitingException } from '#contract/exceptions/overview.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { dashboardPage } from './page.ts';
import type { OverviewData } from './use-overview.ts';

const now = Date.UTC(2026, 2, 10, 4);
const hour = 3_600_000;
const open = { untreated: 1200, inProgress: 30, onHold: 4 };
const waiting: WaitingException = {
  obmAutotestResultId: '7',
  testPurpose: 'ROLLED',
  testPurposeName: '甩柜',
  errorRemark: '船名改变',
  severity: 'high',
  handleStatus: '0',
  tenantName: '海帆',
  blNo: null,
  ctnNo: 'MERU1234567',
  carrierCode: 'MERI',
  createTime: now - 5 * hour,
};
const source: OverviewData['sources'][number] = {
  code: 'MERI',
  nameCn: '子午线',
  nameEn: 'Meridian',
  enabled: true,
  failing: true,
  consecutiveFailures: 8,
  lastSuccessTime: now - 3 * hour,
  lastFailureTime: now,
  lastError: '503',
  nextPullTime: now + 2 * hour,
  overdue: { count: 10_000, more: true },
};
const few = { count: 2, more: false };
const data: OverviewData = {
  now,
  zone: 'Asia/Shanghai',
  open: { ...open, total: 1234, unassigned: 77 },
  states: [{ handleStatus: '2', count: 15_000 }],
  types: [{ testPurpose: 'ROLLED', testPurposeName: '甩柜', ...open, total: 1234 }],
  ages: [
    { key: 'today', from: '2026-03-10', to: '2026-03-10', ...open, total: 1234 },
    { key: 'older', from: null, to: '2026-02-08', untreated: 9, inProgress: 0, onHold: 0, total: 9 },
  ],
  days: [
    { day: '2026-03-09', opened: 5, handled: 4, gone: 3 },
    { day: '2026-03-10', opened: 1500, handled: 2100, gone: 6 },
  ],
  money: { usd: 12_345.6, shipments: 8 },
  sources: [
    source,
    { ...source, code: 'HELI', nameCn: '', nameEn: '', failing: false, overdue: { count: 0, more: false } },
    { ...source, code: 'OFF', nameCn: '停用源', enabled: false },
  ],
  queue: {
    kinds: [
      {
        kind: 'pull',
        name: '查询数据源',
        waiting: { count: 10_000, more: true },
        due: few,
        oldestDueTime: now - 2 * hour,
        running: 3,
        dead: few,
      },
    ],
    dead: [{ id: '88', kind: 'pull', name: '查询数据源', attempts: 5, error: '连接超时', createTime: now - hour }],
  },
  deliveries: { waiting: 0, failed: 2, sent: 3000, givenUp: 1 },
  mine: { count: 100, more: true, records: [] },
  unassigned: { records: [waiting] },
};
const score: CallData<'etaScores'>[number] = {
  leadDays: 3,
  learned: true,
  predictions: 1200,
  voyages: 1100,
  medianErrorHours: 5.26,
  hitShare: 0.874,
  toldHitShare: null,
  claims: 0,
  claimsRight: 0,
  proven: true,
};

beforeEach(resetSharedState);
const server = callServer({ overview: () => data, etaScores: () => [] });
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const show = (who = {}) => openPage(dashboardPage, '/dashboard', { who });
const tile = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section') as HTMLElement);
};
/** Follows the links with these texts inside a part of the page. */
const follow = async (inside: ReturnType<typeof within>, ...names: (string | RegExp)[]): Promise<void> => {
  for (const name of names) await user.click(inside.getByRole('link', { name }));
};

describe('the figures', () => {
  test('every figure of a tile leads to the rows that it counts', async () => {
    const page = await show();
    await follow(await tile('待处置异常'), '1,234', '处理中 30', '已处理 15,000', '无需处理 0');
    await follow(await tile('无责任人'), '77');
    await follow(await tile('我负责的'), '100+');
    await follow(await tile('今日新增'), '+1,500');
    await follow(await tile('可能损失'), 'USD 12,346');
    const deliveries = await tile('24 小时内送达的通知');
    await follow(deliveries, '3,000', '最终失败 1');
    expect(page.left).toEqual([
      '/exception-manage?handleStatus=0%2C1%2C4',
      '/exception-manage?handleStatus=1',
      '/exception-manage?handleStatus=2',
      '/exception-manage?handleStatus=3',
      '/exception-manage?handleStatus=0%2C1%2C4&chargeCode=-&sort=createTime.asc',
      '/exception-manage?handleStatus=0%2C1%2C4&chargeCode=admin&sort=createTime.asc',
      '/exception-manage?createTimeFrom=2026-03-10&createTimeTo=2026-03-10',
      '/exception-manage?handleStatus=0%2C1%2C4&sort=moneyAtRisk.desc',
      '/outbox?state=sent',
      '/outbox?state=given_up',
    ]);
    expect(deliveries.queryByText(/^等待/)).toBeNull();
    expect((await tile('今日新增')).getByText('已处理 2,100 · 自动恢复 6')).toBeDefined();
    expect((await tile('无责任人')).getByText('5 小时前')).toBeDefined();
    // A source that is switched off counts for nothing.
    const sources = await tile('正常的数据源');
    for (const message of ['1 / 2', '1 个失败', '1 个有逾期']) expect(sources.getByText(message)).toBeDefined();
  });

  test('times are those of the zone whose days are counted', async () => {
    await show();
    expect((await screen.findByText(/^截至/)).textContent).toBe('截至 2026-03-10 12:00CST +8');
  });

  test('as tables the charts lead to the exceptions behind each bar', async () => {
    const page = await show();
    for (const name of ['近 14 天每日异常', '待处置时长']) {
      await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
      expect(await screen.findByRole('region', { name })).toBeDefined();
    }
    const days = within(screen.getByRole('region', { name: '近 14 天每日异常' }));
    await follow(days, '1,500', '2,100');
    await follow(within(screen.getByRole('region', { name: '待处置时长' })), '9');
    expect(page.left).toEqual([
      '/exception-manage?createTimeFrom=2026-03-10&createTimeTo=2026-03-10',
      '/exception-manage?handleStatus=2%2C3&handleTimeFrom=2026-03-10&handleTimeTo=2026-03-10',
      '/exception-manage?handleStatus=0&createTimeTo=2026-02-08',
    ]);
  });

  test('of many types the last ones are one bar, which leads to all of them', async () => {
    const types = Array.from({ length: 11 }, (_, index) => ({
      testPurpose: `T${index}`,
      testPurposeName: `类型 ${index}`,
      untreated: 20 - index,
      inProgress: 0,
      onHold: 0,
      total: 20 - index,
    }));
    server.answer({ overview: () => ({ ...data, types }) });
    const page = await show();
    await user.click(await screen.findByRole('button', { name: /^待处置类型/ }));
    const rows = within(await screen.findByRole('region', { name: '待处置类型' }));
    expect(rows.getAllByRole('row')).toHaveLength(10);
    const others = within(rows.getByRole('row', { name: /其余 3 类/ }));
    await follow(others, String(12 + 11 + 10));
    expect(page.left).toEqual(['/exception-manage?testPurpose=T8%2CT9%2CT10&handleStatus=0']);
  });
});

describe('what waits', () => {
  test('a line opens the page of its exception; an empty list says why it is empty', async () => {
    const page = await show();
    const list = within(await screen.findByRole('region', { name: '最早的无责任人异常' }));
    const row = within(list.getByRole('row', { name: /MERU1234567/ }));
    for (const message of ['船名改变', '海帆', '5 小时前']) expect(row.getByText(message)).toBeDefined();
    await follow(row, '甩柜');
    expect(page.left).toEqual(['/exception-manage/handle?id=7']);
    expect(screen.getByText('没有分配给我的待处置异常')).toBeDefined();
  });

  test('sources in trouble come first and say what is wrong; one without a name has its code', async () => {
    await show();
    const region = within(await screen.findByRole('region', { name: '数据源' }));
    const rows = region.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual([
      '子午线失败3 小时前连续失败 8 次: 50310,000+ 个查询逾期下次查询 2 小时后',
      'HELI正常3 小时前',
      expect.stringContaining('停用源停用'),
    ]);
    await setLang('en');
    await waitFor(() =>
      expect(region.getAllByRole('row')[1]?.textContent).toMatch(/^MeridianFailing3 h agoFailed 8× in a row: 503/),
    );
    await setLang('zh');
  });

  test('scores of own predictions: shares in percent, a dash where nothing is known', async () => {
    server.answer({ etaScores: () => [score, { ...score, leadDays: 0, learned: false, proven: false, claims: 4 }] });
    await show();
    const region = await screen.findByRole('region', { name: /^系统预计到港的准确度/ });
    const rows = within(region).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      '3 天内1,1005.3 小时87 %––已验证',
      '14 天以上 仅按航速1,1005.3 小时87 %–0 / 4未使用',
    ]);
  });
});

describe('background work', () => {
  test('a task that was given up is put in the queue again, and the figures are requested anew', async () => {
    server.answer({ retryTask: () => null });
    await show();
    const region = screen.findByRole('region', { name: '后台任务' });
    const queue = within(await region);
    const row = queue.getByRole('row', { name: /查询数据源/ });
    expect(row.textContent).toBe('查询数据源10,000+2 2 小时前32');
    expect(queue.getByText(/失败 5 次，不再重试：连接超时/)).toBeDefined();
    const before = server.asked('overview').length;
    await press('重新执行', await region);
    await waitFor(() => expect(server.asked('overview')).toHaveLength(before + 1));
    expect(server.asked('retryTask')).toEqual([{ taskId: '88' }]);
  });

  test('who sees only own tenants sees neither the queue nor what was sent', async () => {
    server.answer({ overview: () => ({ ...data, queue: null, deliveries: null, types: [], days: [] }) });
    await show({ userType: 'user', userCode: 'anna' });
    await screen.findByText('没有待处置的异常');
    expect(screen.queryByText('后台任务')).toBeNull();
    expect(screen.queryByText('24 小时内送达的通知')).toBeNull();
    expect((await tile('今日新增')).getByText('+0')).toBeDefined();
    expect((await tile('今日新增')).queryByRole('link')).toBeNull();
  });
});

test('while figures come it says so; a failure at first can be tried again, a later one keeps the figures', async () => {
  server.answer({ overview: () => new Refusal('统计暂时取不到', { httpStatus: 500 }) });
  await show();
  await screen.findByText('统计暂时取不到');
  server.answer({ overview: () => data });
  await press('重试');
  await tile('待处置异常');
  server.answer({ overview: () => new Refusal('统计又取不到', { httpStatus: 500 }) });
  await press('刷新');
  await screen.findByText('统计又取不到');
  expect((await tile('待处置异常')).getByText('1,234')).toBeDefined();
});
