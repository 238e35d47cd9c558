import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { sailingSubscriptionsPage } from './page.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
const eta = now + 48 * hour;
const change = {
  time: now - hour,
  field: 'estimatedArrival',
  oldValue: String(eta - 36 * hour),
  newValue: String(eta),
};
const row: SailingSubscription = {
  sailingSubscriptionId: '5',
  state: 'active',
  vesselName: 'AMBER TIDE',
  voyage: '101W',
  carrierCode: 'MERI',
  effectiveDate: '2026-05-04',
  expiryDate: '2026-05-18',
  tenantName: '海帆',
  createTime: now - 100 * hour,
  createUserCode: 'lilei',
  serviceCode: 'AE1',
  portCode: 'USLAX',
  portName: 'Los Angeles',
  portNameCn: '洛杉矶',
  zone: 'America/Los_Angeles',
  terminal: null,
  arrival: { planned: eta - 48 * hour, estimated: eta, actual: null },
  arrivalSaid: { carrierCode: 'MERI', saidTime: now - hour },
  departure: { planned: null, estimated: null, actual: null },
  departureSaid: null,
  omitted: false,
  changes: [change],
  changeCount: 2,
  recordVersion: 4,
};
const rowsOf = (...records: SailingSubscription[]) => ({ records, totalPage: 1, totalRecord: records.length });
const server = callServer({
  allDict: () => [],
  allOperators: () => [
    { operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian Line', operatorNameCn: '子午线航运' },
  ],
  getWorld: () => ({ simulated: false, now, speed: 1, paused: false, behind: { count: 0, more: false } }),
  searchVessels: () => ({ records: [], totalPage: 1, totalRecord: 0 }),
  sailingSubscriptionQuery: () => rowsOf(row),
  sailingSubscriptionChanges: () => ({
    changes: [change, { time: now - 30 * hour, field: 'omitted', oldValue: 'true', newValue: 'false' }],
  }),
});
const user = userEvent.setup({ delay: null });
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

const theRow = () => screen.findByRole('row', { name: /AMBER TIDE/ });
const act = async (name: string): Promise<void> => {
  await user.click(within(await theRow()).getByRole('button', { name: /操作/ }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(name) }));
};

test('a row has names, the time of the port, and what changed last; all changes are shown when asked', async () => {
  await openPage(sailingSubscriptionsPage);
  const cells = within(await theRow());
  expect(await cells.findByText('子午线航运')).toBeDefined();
  for (const message of ['生效中', '101W', '洛杉矶 USLAX', '海帆', '+1.5 天'])
    expect(cells.getByText(message)).toBeDefined();
  // 4:00 UTC is nine in the evening before at the port; once for the arrival, once as the new value.
  expect(cells.getAllByText('05-11 21:00')).toHaveLength(2);
  expect(cells.getAllByText('05-10 09:00')).toHaveLength(1);
  await user.click(cells.getByRole('button', { name: '共 2 次变更' }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('跳港')).toBeDefined();
  expect(drawer.getByText('2026-05-04 – 2026-05-18')).toBeDefined();
  const lines = within(drawer.getByRole('group', { name: '全部变更' }))
    .getAllByRole('row')
    .slice(1);
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/预计抵港.*05-10 09:00.*05-11 21:00.*\+1\.5 天/),
    expect.stringMatching(/跳港是否$/),
  ]);
  expect(server.asked('sailingSubscriptionChanges')).toEqual([{ sailingSubscriptionId: '5' }]);
});

test('without a change it says so; without a row too; what failed can be asked again', async () => {
  server.answer({ sailingSubscriptionQuery: () => rowsOf({ ...row, changes: [], changeCount: 0 }) });
  await openPage(sailingSubscriptionsPage);
  expect(within(await theRow()).getByText('订阅后没有变更')).toBeDefined();
  cleanup();
  server.answer({ sailingSubscriptionQuery: () => new Refusal('数据库忙') });
  await openPage(sailingSubscriptionsPage);
  expect(await screen.findByText('数据库忙')).toBeDefined();
  server.answer({ sailingSubscriptionQuery: () => rowsOf() });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText(/^还没有订阅船期。/)).toBeDefined();
});

test('the period is changed with the version of the row; what is refused stays open with its input', async () => {
  server.answer({ sailingSubscriptionUpdate: () => new Refusal('失效日期不能早于生效日期') });
  await openPage(sailingSubscriptionsPage);
  await act('修改有效期');
  const dialog = within(await screen.findByRole('dialog', { name: '修改有效期：AMBER TIDE 101W USLAX' }));
  const last = dialog.getByRole('textbox', { name: '失效日期' });
  await user.clear(last);
  await user.type(last, ' 2026-05-01 ');
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('失效日期不能早于生效日期')).toBeDefined();
  expect((last as HTMLInputElement).value).toBe('2026-05-01');
  server.answer({ sailingSubscriptionUpdate: () => new Success({ count: 1 }, '已修改') });
  await user.clear(last);
  await user.type(last, '2026-05-30');
  const before = server.asked('sailingSubscriptionQuery').length;
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('已修改')).toBeDefined();
  expect(server.asked('sailingSubscriptionUpdate').at(-1)).toEqual({
    sailingSubscriptionId: '5',
    recordVersion: 4,
    effectiveDate: '2026-05-04',
    expiryDate: '2026-05-30',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(server.asked('sailingSubscriptionQuery').length).toBe(before + 1));
});

test('cancelling asks first; what is cancelled already is neither cancelled nor changed again', async () => {
  server.answer({
    sailingSubscriptionCancel: () => {
      server.answer({ sailingSubscriptionQuery: () => rowsOf({ ...row, state: 'cancelled' }) });
      return new Success({ count: 1 }, '已取消 1 条');
    },
  });
  await openPage(sailingSubscriptionsPage);
  await act('取消订阅');
  const question = await screen.findByRole('dialog', { name: '取消订阅 AMBER TIDE 101W USLAX？' });
  expect(server.asked('sailingSubscriptionCancel')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('已取消 1 条')).toBeDefined();
  expect(server.asked('sailingSubscriptionCancel')).toEqual([{ sailingSubscriptionIds: ['5'] }]);
  expect(await within(await theRow()).findByText('已取消')).toBeDefined();
  await act('取消订阅');
  expect(await screen.findByText('已取消，需要时请重新订阅')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('several sailings are subscribed at once, from today for two weeks; a refusal keeps them', async () => {
  server.answer({ sailingSubscriptionInsert: () => new Refusal('第 2 条：请选择港口') });
  await openPage(sailingSubscriptionsPage);
  await theRow();
  await user.click(screen.getByRole('button', { name: /订阅船期/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '订阅船期' }));
  const value = (name: string): string => (dialog.getByRole('textbox', { name }) as HTMLInputElement).value;
  expect([value('生效日期'), value('失效日期')]).toEqual(['2026-05-10', '2026-05-24']);
  expect((dialog.getByRole('button', { name: '删除第 1 条' }) as HTMLButtonElement).disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: '航次 1' }), '9W');
  for (const name of [/（1\/10）/, /（2\/10）/]) await user.click(dialog.getByRole('button', { name }));
  await user.type(dialog.getByRole('textbox', { name: '航次 3' }), '3E');
  await user.click(dialog.getByRole('button', { name: '删除第 2 条' }));
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('第 2 条：请选择港口')).toBeDefined();
  expect(value('航次 2')).toBe('3E');
  const blank = { carrierCode: '', vesselName: '', portCode: '' };
  const requested = {
    items: [
      { ...blank, voyage: '9W' },
      { ...blank, voyage: '3E' },
    ],
    effectiveDate: '2026-05-10',
    expiryDate: '2026-05-24',
  };
  expect(server.asked('sailingSubscriptionInsert')).toEqual([requested]);
  server.answer({ sailingSubscriptionInsert: () => new Success({ count: 2 }, '已订阅 2 条') });
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('已订阅 2 条')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('filters of a link are requested; in English ports, states and changes are English', async () => {
  await openPage(sailingSubscriptionsPage, '/vessel-subscribe?state=active,waiting&keyword=AMBER');
  await theRow();
  expect(server.asked('sailingSubscriptionQuery').at(-1)).toMatchObject({
    state: ['active', 'waiting'],
    keyword: 'AMBER',
  });
  await setLang('en');
  const cells = within(await screen.findByRole('row', { name: /Los Angeles USLAX/ }));
  for (const message of ['In effect', 'show all (2)', '+1.5 d']) expect(cells.getByText(message)).toBeDefined();
  expect(cells.getByText(/estimated arrival/)).toBeDefined();
  expect(await cells.findByText('Meridian Line')).toBeDefined();
});
