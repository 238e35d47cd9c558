import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadTexts, setLang, text } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { Lines } from './Lines.tsx';
import { Movements } from './Movements.tsx';
import { OrderTimeline, momentsOf } from './OrderTimeline.tsx';
import { forLines, type OrderDetail, OrderContext } from './order-context.ts';
import { Promises } from './Promises.tsx';
import { Units } from './Units.tsx';

const now = Date.UTC(2026, 4, 10);
const realFetch = globalThis.fetch;
let answer: { status: number; msg: string; data: unknown };
let requested: { path: string; body: unknown }[];

beforeAll(async () => {
  globalThis.fetch = (input, init) => {
    const path = String(input);
    if (path.includes('/order/')) requested.push({ path, body: JSON.parse(String(init?.body)) });
    return Promise.resolve(Response.json(path.includes('/order/') ? answer : { status: 1, msg: '', data: [] }));
  };
  await prepareDom();
  await loadTexts(['chart', 'orders']);
});
beforeEach(() => {
  answer = { status: 1, msg: '', data: null };
  requested = [];
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

const place = (code: string, nameCn: string) => ({ code, name: code, nameCn, lon: 0, lat: 0, zone: 'UTC' });
const leg = {
  sequence: 1,
  vesselName: 'AMBER TIDE',
  vesselImo: null,
  voyage: '101W',
  portOfLoading: 'CNSHA',
  portOfDischarge: 'USLAX',
  etd: null,
  atd: now,
  eta: now + 86_400_000,
  ata: null,
};
const milestone = {
  statusCode: 'PASS',
  nameCn: '海关放行',
  nameEn: 'Customs release',
  portCode: 'CNSHA',
  zone: 'UTC',
  place: null,
  vesselName: null,
  voyage: null,
  planned: null,
  estimated: null,
  actual: now,
  path: 'event.',
};

const order: OrderDetail = {
  orderId: '1',
  orderNo: 'PO-1',
  supplier: '恒达机械',
  customer: null,
  originCode: 'CNSHA',
  destinationCode: 'USLAX',
  destinationZone: null,
  shipBy: null,
  promisedOn: '2026-05-24',
  expectedTime: null,
  stage: 'transit',
  risk: 'late',
  lateDays: 2,
  reason: '船舶晚 3 天，缓冲 1 天',
  problem: null,
  lines: [
    {
      orderLineId: '7',
      lineNo: '10',
      productCode: null,
      productName: '离心泵',
      batchNo: 'B7',
      quantity: 100,
      shippedQuantity: null,
      unit: 'PCS',
      packages: null,
      mode: 'sea',
      shipBy: null,
      promisedOn: '2026-05-24',
      expectedTime: null,
      stage: 'transit',
      risk: 'late',
      reason: '',
      said: { source: '订单系统', time: now },
      ties: [
        {
          orderTieId: '3',
          referenceNo: 'MERI1',
          obmTkSubscribeId: '5',
          obmBkId: '6',
          mode: 'sea',
          byHand: 0,
          undone: 0,
        },
        {
          orderTieId: '4',
          referenceNo: 'GONE1',
          obmTkSubscribeId: null,
          obmBkId: null,
          mode: null,
          byHand: 0,
          undone: 1,
        },
      ],
    },
  ],
  movements: [
    {
      obmTkSubscribeId: '5',
      obmBkId: '6',
      mode: 'sea',
      referenceNo: 'MERI1',
      carrierCode: 'MERI',
      lineNos: ['10'],
      legs: [leg],
      track: [],
      places: { CNSHA: place('CNSHA', '上海'), USLAX: place('USLAX', '洛杉矶') },
      units: [
        {
          unitNo: 'CSQU3054383',
          sizeType: '40HQ',
          quantity: null,
          share: 0.5,
          current: null,
          stages: [{ kind: 'origin', index: 0, portCode: 'CNSHA', milestones: [milestone] }],
          lineNos: ['10'],
          batchNos: ['B7'],
        },
      ],
      said: {
        'leg[1].atd': { source: '海运承运人官网', time: now },
        'event.actual': { source: '海关', time: now },
      },
    },
  ],
  exceptions: [],
  documents: [],
  said: {},
  now,
};

function show(part: React.ReactNode): { refreshed: number } {
  const seen = { refreshed: 0 };
  renderInApp(<OrderContext value={{ order, refresh: () => (seen.refreshed += 1) }}>{part}</OrderContext>);
  return seen;
}

test('movements name their places, carriage and lines, and lead to the trace', async () => {
  show(<Movements />);
  const list = await screen.findByRole('list', { name: '承运动态' });
  expect(list.textContent).toMatch(/订单行 10.*上海.*AMBER TIDE \/ 101W.*洛杉矶/);
  expect(screen.getByRole('link', { name: 'MERI1' }).getAttribute('href')).toBe('/trace-detail?obmBkId=6');
});

test('a line has its promised day beside what is expected, and by how much that is late', async () => {
  const lines = order.lines.map((line) => ({ ...line, expectedTime: Date.UTC(2026, 4, 26, 12) }));
  const late = { ...order, lines };
  renderInApp(
    <OrderContext value={{ order: late, refresh: () => undefined }}>
      <Promises />
    </OrderContext>,
  );
  expect(
    await screen.findByRole('button', { name: '第 10 行 · 承诺交付日 · 05-24 · 计划 · 承诺交付日 2026-05-24' }),
  ).toBeDefined();
  const expected = screen.getByRole('button', { name: /^第 10 行 · 预计交付/ });
  expect(expected.textContent).toContain('晚 2 天');
});

test('a container shows its batch and its customs stages', async () => {
  show(<Units />);
  const container = await screen.findByRole('region', { name: 'CSQU3054383' });
  expect(container.textContent).toMatch(/40HQ.*订单行 10.*批次 B7.*起运.*上海.*海关放行/);
  expect(container.querySelector('[data-customs]')).not.toBeNull();
});

test('the timeline tells what containers have together once, the earliest first, over all shipments', async () => {
  const [movement] = order.movements as [OrderDetail['movements'][number]];
  const [unit] = movement.units as [(typeof movement)['units'][number]];
  const stageOf = (...milestones: (typeof milestone)[]) => [{ ...unit.stages[0], milestones }] as typeof unit.stages;
  const later = { ...milestone, statusCode: 'DEPA', actual: null as never, estimated: (now + 1000) as never };
  const moments = momentsOf([
    {
      ...movement,
      obmTkSubscribeId: '9',
      referenceNo: 'RAIL1',
      units: [{ ...unit, stages: stageOf({ ...milestone, actual: now - 1000 }) }],
    },
    {
      ...movement,
      units: [
        { ...unit, stages: stageOf(later, milestone) },
        { ...unit, unitNo: 'B', stages: stageOf(milestone, { ...later, estimated: null }) },
      ],
    },
  ]);
  expect(moments.map(({ movement: of, kind, units }) => [of.referenceNo, kind, units])).toEqual([
    ['RAIL1', 'actual', 1],
    ['MERI1', 'actual', 2],
    ['MERI1', 'estimated', 1],
  ]);
  show(<OrderTimeline />);
  expect((await screen.findByRole('list', { name: '时间线' })).textContent).toMatch(/海关放行.*上海.*MERI1/);
});

test('times and lines name which source reported them', async () => {
  show(<Movements />);
  expect(await screen.findByTitle(/海运承运人官网/)).toBeTruthy();
  show(<Units />);
  expect(await screen.findByTitle(/海关，获知于/)).toBeTruthy();
  show(<Lines />);
  expect((await screen.findAllByTitle(/订单系统/)).length).toBe(3);
});

test('in English one line is a line, and several are lines', async () => {
  await setLang('en');
  try {
    show(<Units />);
    const container = await screen.findByRole('region', { name: 'CSQU3054383' });
    expect(container.textContent).toContain('Line 10');
    expect(container.textContent).toContain('Batch B7');
    expect(forLines(text, ['10', '20'])).toBe('Lines 10, 20');
  } finally {
    await setLang('zh');
  }
});

test('a number that cannot be tied says why and stays; one that can is tied to its line', async () => {
  const seen = show(<Lines />);
  fireEvent.click(await screen.findByRole('button', { name: '为第 10 行关联货物' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('单证号'), { target: { value: 'NOBODY' } });
  answer = { status: 0, msg: '没有跟踪', data: null };
  const press = () => act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: /关\s*联/ })));
  await press();
  expect((await within(dialog).findByRole('alert')).textContent).toBe('没有跟踪');
  expect(seen.refreshed).toBe(0);
  answer = { status: 1, msg: '', data: null };
  fireEvent.change(within(dialog).getByLabelText('单证号'), { target: { value: 'MERI2' } });
  await press();
  expect(requested.at(-1)).toMatchObject({ body: { orderLineId: '7', referenceNo: 'MERI2' } });
  expect(seen.refreshed).toBe(1);
  // What was untied is shown as such and cannot be untied again.
  expect(screen.getByText('已取消')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '取消关联 GONE1' })).toBeNull();
});

test('Ctrl and Enter in the number tie it once', async () => {
  show(<Lines />);
  fireEvent.click(await screen.findByRole('button', { name: '为第 10 行关联货物' }));
  const dialog = await screen.findByRole('dialog');
  const number = within(dialog).getByLabelText('单证号');
  const enter = () => act(async () => void fireEvent.keyDown(number, { key: 'Enter', ctrlKey: true }));
  await enter();
  expect(requested).toEqual([]);
  fireEvent.change(number, { target: { value: 'MERI2' } });
  answer = { status: 1, msg: '', data: null };
  await enter();
  expect(requested).toHaveLength(1);
});

test('goods that go over from a truck to a train to a ship are shown with where, when, and how far that is', () => {
  const hour = 3_600_000;
  const movement = (mode: 'road' | 'rail' | 'sea', referenceNo: string, from: string, to: string, times: object) => ({
    ...(order.movements[0] as OrderDetail['movements'][number]),
    obmTkSubscribeId: referenceNo,
    mode,
    referenceNo,
    lineNos: ['10'],
    legs: [{ ...leg, portOfLoading: from, portOfDischarge: to, atd: null, eta: null, ...times }],
    places: { [from]: place(from, `${from}站`), [to]: place(to, `${to}站`) },
  });
  const chained: OrderDetail = {
    ...order,
    movements: [
      movement('road', 'RO1', 'A', 'B', { atd: now, ata: now + hour }),
      movement('rail', 'RW1', 'C', 'D', { atd: now + 7 * hour, eta: now + 50 * hour }),
      movement('sea', 'BL1', 'D', 'E', { etd: now + 48 * hour }),
    ],
  };
  renderInApp(
    <OrderContext value={{ order: chained, refresh: () => {} }}>
      <Movements />
    </OrderContext>,
  );
  const lines = screen.getAllByText('交接').map(({ parentElement }) => parentElement?.textContent);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('已交接');
  expect(lines[0]).toContain('间隔 6 小时');
  expect(lines[0]).toContain('由 RO1 交至 RW1');
  expect(lines[1]).toContain('赶不上');
  expect(lines[1]).toContain('货到前 2 小时运出');
});
