import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { PrecedencePreview, PrecedenceVersion, RecomputeRun } from '#contract/intake/precedence.ts';
import { defaultOrderFor } from '#domain/intake/fusion/precedence-orders.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, buttonOf, press, rowOf } from '#testing/screen-acts.ts';
import { shownAttributes } from './draft.ts';
import { precedencePage } from './pages.ts';

type State = CallData<'precedenceGet'>;

const morning = Date.UTC(2026, 2, 1, 1);
const state: State = {
  version: 3,
  writable: 1,
  run: null,
  attributes: shownAttributes.map((attribute) => ({
    attribute,
    order: [...defaultOrderFor(attribute)],
    defaultOrder: [...defaultOrderFor(attribute)],
    own: 0,
  })),
};
const run: RecomputeRun = {
  runId: '6',
  cause: 'precedence',
  causeId: '3',
  state: 'done',
  total: 1200,
  done: 1200,
  changed: 40,
  opened: 2,
  resolved: 5,
  failed: 1,
  error: null,
  handlerCode: 'lili',
  handlerName: '李丽',
  startTime: morning,
  finishTime: morning + 60_000,
};
const standard = defaultOrderFor('booking.eta');
const aisFirst: SourceType[] = ['EXPERT', 'AIS', ...standard.filter((type) => type !== 'EXPERT' && type !== 'AIS')];
const preview: PrecedencePreview = {
  candidates: 9000,
  examined: 2000,
  changedShipments: 1,
  changedValues: 3,
  onlySource: 4,
  rewritten: 1234,
  attributes: [{ attribute: 'booking.eta', count: 3 }],
  shipments: [
    {
      obmBkId: '9',
      obmTkSubscribeId: '7',
      tenantCode: 'HAIFAN',
      blNo: 'MERI1',
      ctnNo: null,
      count: 3,
      values: [
        {
          path: 'booking.eta',
          zone: 'Europe/Amsterdam',
          before: { value: null, sourceCode: null, sourceName: null },
          after: { value: morning, sourceCode: 'ais', sourceName: '岸站' },
        },
      ],
    },
  ],
};
const version: PrecedenceVersion = {
  version: 3,
  changes: [{ attribute: 'booking.eta', before: [...standard], after: aisFirst }],
  restoredFrom: 1,
  remark: '岸站更准',
  savedBy: 'lili',
  savedByName: '李丽',
  saveTime: morning,
  run: null,
};
const server = callServer({
  precedenceGet: () => state,
  precedencePreview: () => preview,
  precedenceHistory: () => [version, { ...version, version: 2, restoredFrom: 0, remark: null }],
  tenants: () => [{ wlTenantId: '1', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  allStatuses: () => [],
});
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('portolan.zone', 'Asia/Shanghai');
});
afterEach(cleanup);

const advice = `/fusion-precedence?attribute=booking.eta&order=${aisFirst.join('.')}`;
const openHistory = async (): Promise<HTMLElement> => {
  await press('变更历史');
  return screen.findByRole('dialog', { name: '变更历史' });
};

describe('trying an order and saving it', () => {
  test('an advised order is previewed at once: what would change, of how many, with times of their places', async () => {
    const { left } = await openPage(precedencePage, advice);
    const drawer = within(await screen.findByRole('dialog', { name: '保存前预览' }));
    expect(await drawer.findByText(/有多个来源的货物共 9,000 票，以下为均匀抽取 2,000 票/)).toBeDefined();
    expect(server.asked('precedencePreview')).toEqual([{ orders: { 'booking.eta': aisFirst } }]);
    expect(drawer.getByText('1,234')).toBeDefined();
    const shipment = within(drawer.getByRole('region', { name: 'MERI1' }));
    for (const message of ['海帆', '无', '2026-03-01 02:00', '岸站', '还有 2 个值'])
      expect(await shipment.findByText(message)).toBeDefined();
    await userEvent.click(shipment.getByRole('link', { name: 'MERI1' }));
    expect(left).toEqual(['/trace-detail?obmBkId=9']);
  });

  test('is saved with its remark over the version that it was made from', async () => {
    server.answer({ precedenceSave: () => new Success({ version: 4, run }, '已保存，开始重新融合') });
    await openPage(precedencePage, advice);
    const drawer = await screen.findByRole('dialog', { name: '保存前预览' });
    fireEvent.change(within(drawer).getByRole('textbox', { name: '变更说明（可选）' }), { target: { value: '更准' } });
    await within(drawer).findByText('MERI1');
    await press('保存并重新融合', drawer);
    expect(await screen.findByText('已保存，开始重新融合')).toBeDefined();
    const saved = { version: 3, orders: { 'booking.eta': aisFirst }, remark: '更准' };
    expect(server.asked('precedenceSave')).toEqual([saved]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('未保存')).toBeNull();
    await waitFor(() => expect(server.asked('precedenceGet')).toHaveLength(2));
  });

  test('stays open when it is refused, and is not offered before the preview is there', async () => {
    server.answer({
      precedencePreview: () => new Refusal('试算失败'),
      precedenceSave: () => new Refusal('已有更新的版本'),
    });
    await openPage(precedencePage, advice);
    const drawer = await screen.findByRole('dialog', { name: '保存前预览' });
    expect(await within(drawer).findByText('试算失败')).toBeDefined();
    const save = within(drawer).getByRole<HTMLButtonElement>('button', { name: buttonOf('保存并重新融合') });
    expect(save.disabled).toBe(true);
    server.answer({
      precedencePreview: () => ({
        ...preview,
        candidates: 1,
        examined: 1,
        changedShipments: 0,
        attributes: [],
        shipments: [],
      }),
    });
    await press('重试', drawer);
    expect(await within(drawer).findByText('已试算全部 1 票有多个来源的货物。')).toBeDefined();
    expect(within(drawer).getByText('已存货物的显示值都不会变化。')).toBeDefined();
    await press('保存并重新融合', drawer);
    expect(await screen.findByText('已有更新的版本')).toBeDefined();
    expect(screen.getByRole('dialog', { name: '保存前预览' })).toBe(drawer);
  });
});

test('a source is moved by its buttons, which say where it stands now; the default is one click away', async () => {
  await openPage(precedencePage);
  await userEvent.click(await screen.findByRole('button', { name: '订舱 · 预计到港 ETA', pressed: false }));
  const editor = within(screen.getByRole('region', { name: '“订舱 · 预计到港 ETA”的数据源顺序' }));
  const places = (): string[] => editor.getAllByRole('listitem').map(({ dataset }) => dataset['type'] ?? '');
  expect(places()).toEqual([...standard]);
  const second = standard[2] ?? '';
  const name = within(editor.getAllByRole('listitem')[2] as HTMLElement).getByRole('button', { name: /^上移/ });
  await userEvent.click(name);
  expect(places()[1]).toBe(second);
  expect(editor.getByRole('status').textContent).toMatch(/现在排第 2$/);
  expect((await rowOf('订舱 · 预计到港 ETA')).textContent).toContain('未保存');
  await press('恢复默认');
  expect(places()).toEqual([...standard]);
  expect((await rowOf('订舱 · 预计到港 ETA')).textContent).not.toContain('未保存');
});

test('the matrix marks deviating places in words; it can show those fields only, and arrow keys walk its fields', async () => {
  await openPage(precedencePage);
  const atd = within(await rowOf('订舱 · 实际离港 ATD')).getAllByRole('cell');
  expect(atd.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    '1',
    '4▼2 比“其他所有字段”低 2 位',
    '5▼2 比“其他所有字段”低 2 位',
    '2▲2 比“其他所有字段”高 2 位',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: '只看与“其他所有字段”不同的字段' }));
  const matrix = within(screen.getByRole('region', { name: '各字段的数据源顺序' }));
  expect(matrix.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    '其他所有字段',
    '订舱 · 实际离港 ATD',
    '订舱 · 实际到港 ATA',
    '节点 · 实际时间',
  ]);
  matrix.getByRole('button', { name: '订舱 · 实际离港 ATD' }).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('region', { name: '“订舱 · 实际到港 ATA”的数据源顺序' })).toBeDefined();
});

describe('earlier versions', () => {
  test('say who changed what, and are brought back after a question', async () => {
    server.answer({ precedenceRestore: () => new Success({ version: 4, run }, '已恢复') });
    await openPage(precedencePage);
    const drawer = await openHistory();
    const [current, earlier] = (await within(drawer).findAllByText(/李丽/)).map((one) => one.closest('section'));
    for (const message of ['第 3 版', '当前生效', '恢复自第 1 版', '岸站更准', '2026-03-01 09:00:00'])
      expect(current?.textContent).toContain(message);
    expect(current?.textContent).toContain('专家 › 船舶 AIS ›');
    expect(current?.querySelector('button')).toBeNull();
    expect(earlier?.textContent).toContain('恢复为默认');
    await press('恢复到这一版', earlier as HTMLElement);
    expect(await answerDialog('恢复到第 2 版并重新融合？', '恢复到这一版')).toContain('会作为新的版本保存');
    expect(await screen.findByText('已恢复')).toBeDefined();
    expect(server.asked('precedenceRestore')).toEqual([{ version: 3, restore: 2 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the default is brought back too; what is refused leaves the history open', async () => {
    server.answer({ precedenceRestore: () => new Refusal('正在重新融合') });
    await openPage(precedencePage);
    const drawer = await openHistory();
    await press('恢复到默认', drawer);
    await answerDialog('恢复到默认顺序并重新融合？', '恢复到默认');
    expect(await screen.findByText('正在重新融合')).toBeDefined();
    expect(server.asked('precedenceRestore')).toEqual([{ version: 3, restore: 0 }]);
    expect(screen.getByRole('dialog', { name: '变更历史' })).toBe(drawer);
  });
});

describe('fusing stored shipments again', () => {
  test('asks first; while it runs it shows how far it is, is not started twice, and can be stopped', async () => {
    const running: RecomputeRun = { ...run, state: 'running', done: 1100, finishTime: null };
    server.answer({
      precedenceRefuse: () => {
        server.answer({ precedenceGet: () => ({ ...state, run: running }) });
        return new Success(running, '已启动');
      },
      refusionCancel: () => {
        server.answer({ precedenceGet: () => ({ ...state, run: { ...run, state: 'cancelled', done: 1110 } }) });
        return new Success(run, '已取消');
      },
    });
    await openPage(precedencePage);
    await press('重新融合');
    await answerDialog('按当前优先级重新融合全部货物？', '重新融合');
    expect(await screen.findByText('正在重新融合 1,100 / 1,200 票')).toBeDefined();
    expect(screen.getByText('更新 40 票，新增异常 2，自动恢复异常 5 · 1 票未能处理')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '重新融合' }).disabled).toBe(true);
    await press('取消');
    expect(await screen.findByText('重新融合已取消，处理到 1,110 / 1,200 票')).toBeDefined();
    expect(server.asked('refusionCancel')).toEqual([{ runId: '6' }]);
    expect(screen.getByText(/李丽 发起/).textContent).toContain('2026-03-01 09:01:00');
  });

  test('is not offered to who may only look, and nothing can be changed by them', async () => {
    server.answer({ precedenceGet: () => ({ ...state, writable: 0, run: { ...run, state: 'running' } }) });
    await openPage(precedencePage);
    expect(await screen.findByText(/对所有租户生效，仅平台人员可以修改。/)).toBeDefined();
    for (const name of ['重新融合', '取消']) expect(screen.queryByRole('button', { name: buttonOf(name) })).toBeNull();
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', {
      name: /^(上移|下移|恢复默认|全部恢复默认)/,
    }))
      expect(button.disabled).toBe(true);
    const drawer = within(await openHistory());
    expect(await drawer.findByText('岸站更准')).toBeDefined();
    expect(drawer.queryByRole('button', { name: /恢复到/ })).toBeNull();
  });
});

test('a failure can be tried again; without versions the history says that the default holds', async () => {
  server.answer({ precedenceGet: () => new Refusal('服务器忙'), precedenceHistory: () => [] });
  await openPage(precedencePage);
  expect(await screen.findByText('服务器忙')).toBeDefined();
  server.answer({ precedenceGet: () => ({ ...state, version: 0 }) });
  await press('重试');
  await screen.findByRole('button', { name: buttonOf('变更历史') });
  const drawer = within(await openHistory());
  expect(await drawer.findByText('还没有修改过，使用的是默认顺序。')).toBeDefined();
  expect(drawer.queryByRole('button', { name: buttonOf('恢复到默认') })).toBeNull();
});
