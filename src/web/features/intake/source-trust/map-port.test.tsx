import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UnknownPort, UnknownPortExample } from '#contract/intake/unknown-port.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, buttonOf, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { unknownPortsPage } from './pages.ts';

const port: UnknownPort = {
  unknownPortId: '5',
  kind: 'port',
  rawCode: 'ZZRTM',
  sourceCode: 'dcsa:MERI',
  sourceName: '子午远洋',
  carrierCode: 'MERI',
  state: 'open',
  portCode: null,
  portName: null,
  portNameCn: null,
  statusCode: null,
  statusName: null,
  shipments: 12,
  waiting: 3,
  tenants: 2,
  places: ['MAASVLAKTE'],
  firstSeenTime: Date.UTC(2026, 2, 1),
  lastSeenTime: null,
  mappedBy: null,
  mappedByName: null,
  mapTime: null,
  recordVersion: 4,
  guesses: [
    {
      portCode: 'NLRTM',
      portName: 'Rotterdam',
      portNameCn: '鹿特丹',
      countryCode: 'NL',
      score: 80,
      reasons: ['sameShipment', 'similarCode'],
    },
    { portCode: 'BEANR', portName: 'Antwerp', portNameCn: null, countryCode: 'BE', score: 35, reasons: ['sameLane'] },
  ],
  run: null,
};
const example: UnknownPortExample = {
  obmBkId: '9',
  obmTkSubscribeId: '7',
  tenantCode: 'HAIFAN',
  blNo: 'MERI1',
  ctnNo: null,
  place: 'MAASVLAKTE',
  portOfLoading: 'CNSHA',
  portOfDischarge: 'NLRTM',
  seenTime: Date.UTC(2026, 2, 1, 1),
};
const listOf = (...records: UnknownPort[]) => ({ records, totalPage: 1, totalRecord: records.length });
const server = callServer({
  unknownPortQuery: () => listOf(port),
  unknownPortGet: () => ({
    port,
    examples: [example, { ...example, obmTkSubscribeId: '8', obmBkId: null, blNo: null }],
  }),
  tenants: () => [{ wlTenantId: '1', tenantCode: 'HAIFAN', tenantName: '海帆' }],
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

const title = '“ZZRTM”是哪个港口？';
async function openDialog() {
  const page = await openPage(unknownPortsPage);
  await chooseAct('ZZRTM', '查看并映射');
  const dialog = await screen.findByRole('dialog', { name: title });
  return { ...page, dialog, inside: within(dialog) };
}
const mayMap = (dialog: HTMLElement): boolean =>
  !within(dialog).getByRole<HTMLButtonElement>('button', { name: buttonOf('映射并修复') }).disabled;

describe('saying which port it is', () => {
  test('shows what speaks for each guess and whose shipments name it', async () => {
    const { inside, left } = await openDialog();
    const guesses = within(await inside.findByRole('radiogroup', { name: '可能的港口' }));
    expect(guesses.getByRole('radio', { name: /NLRTM 鹿特丹80 分 · 同一票货的其他来源 · 代码相近/ })).toBeDefined();
    expect(guesses.getByRole('radio', { name: /BEANR Antwerp35 分 · 同航线常见/ })).toBeDefined();
    expect(inside.getByRole('heading', { name: '涉及的货物（最近 2 票）' })).toBeDefined();
    const first = within(await rowOf('MERI1'));
    for (const message of ['海帆', 'CNSHA', 'NLRTM', 'MAASVLAKTE', '2026-03-01 09:00:00'])
      expect(first.getByText(message)).toBeDefined();
    // Without numbers and without a booking there is only the subscription, and no trace.
    expect(inside.getByRole('cell', { name: '8' })).toBeDefined();
    expect(inside.getAllByRole('link')).toHaveLength(1);
    await userEvent.click(first.getByRole('link', { name: 'MERI1' }));
    expect(left).toEqual(['/trace-detail?obmBkId=9']);
    expect(server.asked('unknownPortGet')).toEqual([{ unknownPortId: '5' }]);
  });

  test('maps the chosen guess for every source, and asks for the list again', async () => {
    server.answer({ unknownPortMap: () => new Success({ ports: [port] }, '已映射，正在修复 3 票') });
    const { dialog, inside } = await openDialog();
    const guess = await inside.findByRole('radio', { name: /BEANR/ });
    expect(mayMap(dialog)).toBe(false);
    await userEvent.click(guess);
    await userEvent.click(inside.getByRole('checkbox', { name: '其他来源的同一写法也这样处理' }));
    const before = server.asked('unknownPortQuery').length;
    await press('映射并修复', dialog);
    expect(await screen.findByText('已映射，正在修复 3 票')).toBeDefined();
    const mapped = { unknownPortId: '5', recordVersion: 4, portCode: 'BEANR', allSources: 1 };
    expect(server.asked('unknownPortMap')).toEqual([mapped]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('unknownPortQuery')).toHaveLength(before + 1);
  });

  test('stays open with its choice when it is refused, and asks before the choice is lost', async () => {
    server.answer({ unknownPortMap: () => new Refusal('港口已停用') });
    const { dialog, inside } = await openDialog();
    await userEvent.click(await inside.findByRole('radio', { name: /NLRTM/ }));
    await press('映射并修复', dialog);
    expect(await screen.findByText('港口已停用')).toBeDefined();
    expect(server.asked('unknownPortMap')).toMatchObject([{ portCode: 'NLRTM', allSources: 0 }]);
    expect(inside.getByRole<HTMLInputElement>('radio', { name: /NLRTM/ }).checked).toBe(true);
    await press('取消', dialog);
    await answerDialog('放弃未保存的内容？', '放弃');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  });

  test('can be tried again when it fails to load; without guesses one looks for the port', async () => {
    server.answer({ unknownPortGet: () => new Refusal('服务器忙') });
    const { dialog, inside } = await openDialog();
    expect(await inside.findByText('服务器忙')).toBeDefined();
    server.answer({ unknownPortGet: () => ({ port: { ...port, guesses: [] }, examples: [] }) });
    await press('重试', dialog);
    expect(await inside.findByText('没有合适的建议，请在下面查找。')).toBeDefined();
    await act(() => setLang('en'));
    expect(inside.queryByText('没有合适的建议，请在下面查找。')).toBeNull();
  });
});

const milestone = {
  statusNameEn: '',
  stageCode: 'S',
  stageName: '阶段',
  stageNameEn: 'Stage',
  stageSequence: 1,
  statusSequence: 1,
};

test('words for a move are shown to be a milestone', async () => {
  const word = { ...port, kind: 'word' as const, rawCode: 'WEIGHED AGAIN', guesses: [] };
  server.answer({
    unknownPortQuery: () => listOf(word),
    unknownPortGet: () => ({ port: word, examples: [] }),
    unknownPortMap: () => new Success({ ports: [] }, '已对应'),
    allStatuses: () => [
      { ...milestone, statusCode: 'TSDC', statusNameCn: '中转卸船' },
      { ...milestone, statusCode: 'DEP', statusNameCn: '航班起飞' },
    ],
  });
  await openPage(unknownPortsPage);
  await chooseAct('WEIGHED AGAIN', '查看并映射');
  const dialog = await screen.findByRole('dialog', { name: '“WEIGHED AGAIN”是哪个节点？' });
  await userEvent.click(await within(dialog).findByRole('combobox', { name: '节点' }));
  // Milestones of other modes are none of a ship's cargo.
  expect(screen.queryByText('航班起飞')).toBeNull();
  await userEvent.click(await screen.findByText('中转卸船'));
  await press('映射并修复', dialog);
  expect(await screen.findByText('已对应')).toBeDefined();
  expect(server.asked('unknownPortMap')).toEqual([
    { unknownPortId: '5', recordVersion: 4, statusCode: 'TSDC', allSources: 0 },
  ]);
});

test('a code that is no port is marked after a question', async () => {
  server.answer({ unknownPortMap: () => new Success({ ports: [] }, '已标记') });
  await openPage(unknownPortsPage);
  await chooseAct('ZZRTM', '标记为无对应');
  await answerDialog('把“ZZRTM”标记为非港口？', '取消');
  expect(server.asked('unknownPortMap')).toEqual([]);
  await chooseAct('ZZRTM', '标记为无对应');
  const message = await answerDialog('把“ZZRTM”标记为非港口？', '标记为无对应');
  expect(message).toContain('相关异常会自动恢复；可以随时撤销');
  expect(await screen.findByText('已标记')).toBeDefined();
  // It is no port because none is named.
  expect(server.asked('unknownPortMap')).toEqual([{ unknownPortId: '5', recordVersion: 4 }]);
});

test('a decision is taken back after a question; a refusal is shown', async () => {
  const mapped: UnknownPort = {
    ...port,
    state: 'mapped',
    portCode: 'NLRTM',
    portName: 'Rotterdam',
    portNameCn: '鹿特丹',
  };
  server.answer({ unknownPortQuery: () => listOf(mapped), unknownPortUnmap: () => new Refusal('已被修改') });
  await openPage(unknownPortsPage);
  await chooseAct('ZZRTM', '撤销');
  expect(await answerDialog('撤销“ZZRTM”的处理？', '撤销')).toContain('异常会重新出现');
  expect(await screen.findByText('已被修改')).toBeDefined();
  expect(server.asked('unknownPortUnmap')).toEqual([{ unknownPortId: '5', recordVersion: 4 }]);
});
