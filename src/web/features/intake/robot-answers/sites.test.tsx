import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press } from '#testing/screen-acts.ts';
import { robotAnswersPage } from './page.ts';

type Site = CallData<'rpaSites'>['sites'][number];

const off: Site = {
  carrierCode: 'MERI',
  carrierName: '海潮航运',
  packageId: '4',
  packageName: 'MERI_PAGES',
  packageVersion: '1',
  siteUrl: 'https://meri.example',
  parserIds: ['meri-track'],
  state: 'off',
  confirmedTime: null,
  confirmedBy: null,
  contact: null,
  pauseSeconds: 3,
  refusedTime: null,
  refusal: null,
  alternatives: '可改用聚合商（飞驼）',
  refusedJobId: null,
  answers: 0,
  readShare: null,
  changedTime: null,
  changedAnswerId: null,
  readAnswerId: null,
};
const stopped: Site = {
  ...off,
  carrierCode: 'HALI',
  carrierName: '哈利航运',
  state: 'stopped',
  confirmedTime: 1,
  confirmedBy: '王五',
  contact: 'robots@forwarder.example',
  refusedTime: 2,
  refusal: '网站要求验证码',
  refusedJobId: '9',
  answers: 12,
  readShare: 0.256,
  changedTime: 3,
  changedAnswerId: '77',
};
const server = callServer({
  allOperators: () => [],
  rpaParsers: () => ({ parsers: [], carriers: [], platform: true }),
  rpaAnswerQuery: () => ({ records: [], totalPage: 0, totalRecord: 0 }),
  rpaSites: () => ({ sites: [off, stopped], platform: true }),
  rpaSiteConfirm: () => new Success(null, '已确认'),
  rpaSiteWithdraw: () => new Success(null, '已撤回'),
});
liveStream();
afterEach(cleanup);

const lineOf = async (carrier: string) => (await screen.findByRole('cell', { name: carrier })).closest('tr')!;
const rowOfSite = async (carrier: string) => within(await lineOf(carrier));

test('sites are listed with who confirmed them, what was read, and who refuses robots with what can be used instead', async () => {
  await openPage(robotAnswersPage);
  expect(await screen.findByText(/今天拒绝机器人的网站：哈利航运/)).toBeDefined();
  expect(screen.getByText(/页面可能已改版的网站：哈利航运/)).toBeDefined();
  await userEvent.click(screen.getAllByRole('button', { name: /承运人网站/ })[0]!);
  const own = await rowOfSite('海潮航运');
  for (const message of ['尚未确认', '未启用', 'https://meri.example']) expect(own.getByText(message)).toBeDefined();
  expect(own.queryByRole('button', { name: '撤回' })).toBeNull();
  const other = await rowOfSite('哈利航运');
  for (const message of ['被拒绝，暂停中', '网站要求验证码', '可改用聚合商（飞驼）', '页面可能已改版'])
    expect(other.getByText(message)).toBeDefined();
  expect(other.getByText(/26% 的行，共 12 页/)).toBeDefined();
  expect(other.getByText(/王五/)).toBeDefined();
});

test('an administrator confirms the terms with a contact, and withdraws', async () => {
  await openPage(robotAnswersPage);
  await userEvent.click((await screen.findAllByRole('button', { name: /承运人网站/ }))[0]!);
  await userEvent.click((await rowOfSite('海潮航运')).getByRole('button', { name: '确认条款' }));
  const dialog = within(await screen.findByRole('dialog', { name: /确认海潮航运网站的条款/ }));
  const ok = dialog.getByRole('button', { name: '确认条款' });
  expect(ok).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('checkbox'));
  // What another site was given is offered.
  expect(dialog.getByLabelText('联系方式')).toHaveProperty('value', 'robots@forwarder.example');
  await userEvent.clear(dialog.getByLabelText('联系方式'));
  await userEvent.type(dialog.getByLabelText('联系方式'), 'nobody');
  await userEvent.click(ok);
  expect(await dialog.findByText('请填写邮箱或以 http 开头的网址')).toBeDefined();
  expect(server.asked('rpaSiteConfirm')).toEqual([]);
  await userEvent.type(dialog.getByLabelText('联系方式'), '@forwarder.example');
  await userEvent.click(ok);
  await waitFor(() =>
    expect(server.asked('rpaSiteConfirm')).toEqual([
      { carrierCode: 'MERI', contact: 'nobody@forwarder.example', pauseSeconds: 3 },
    ]),
  );
  await press('撤回', await lineOf('哈利航运'));
  await answerDialog('撤回哈利航运网站的确认？', '撤回');
  await waitFor(() => expect(server.asked('rpaSiteWithdraw')).toEqual([{ carrierCode: 'HALI' }]));
});

test('who does not act for the platform reads, and confirms nothing', async () => {
  server.answer({ rpaSites: () => ({ sites: [off], platform: false }) });
  await openPage(robotAnswersPage);
  await press('承运人网站');
  expect((await rowOfSite('海潮航运')).queryByRole('button', { name: '确认条款' })).toBeNull();
});
