import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { allParts, callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { packagePage } from './page.ts';

type Package = CallData<'package.query'>['records'][number];
type Version = CallData<'packageVersion.query'>['records'][number];
type Work = CallData<'versionWork'>;

const row: Package = {
  wlPackagesId: '7',
  packageName: 'SAILING',
  packageDesc: '船期采集',
  officialFlag: 1,
  packageType: 'RPA',
  packageSubType: null,
  packageStatus: 'AVAILABLE',
  templateName: null,
  resultTemplate: null,
  recordVersion: 2,
};
const version: Version = {
  wlPackageVersionId: '71',
  packageId: '7',
  packageName: 'SAILING',
  packageDesc: '船期采集',
  packageVersion: '1.2',
  packageVersionStatus: 'AVAILABLE',
  independentFlag: 1,
  cronExpression: null,
  handlerName: null,
  unionFlag: 0,
  recordVersion: 1,
};
const work: Work = {
  packageVersionId: '71',
  packageName: 'SAILING',
  packageVersion: '1.2',
  handlerName: 'echo',
  script: null,
  hosts: [],
  used: false,
  processes: 1,
  otherProcesses: 2,
};
const scripted: Work = { ...work, handlerName: null, script: 'return input', hosts: ['@site'] };
const server = callServer({
  allDict: () => [
    { codeType: 'WL_PACKAGE_STATUS', codeValue: 'AVAILABLE', displayValueCn: '可用', displayValueEn: 'Available' },
    { codeType: 'WL_PACKAGE_TYPE', codeValue: 'RPA', displayValueCn: '机器人采集', displayValueEn: 'By robots' },
    { codeType: 'WL_JOB_STATUS', codeValue: 'Successful', displayValueCn: '成功', displayValueEn: 'Successful' },
    { codeType: 'WL_JOB_STATUS', codeValue: 'Faulted', displayValueCn: '失败', displayValueEn: 'Faulted' },
  ],
  'package.query': () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  'package.writers': () => [],
  'packageVersion.query': () => allParts([version]),
  'pvt.query': () => allParts([]),
  'pvp.query': () => allParts([]),
  'package.getAll': () => [],
  'function.getAll': () => [],
  packagesWithVersions: () => [],
  versionWork: () => work,
  versionTrials: () => [],
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Opens the package and what its version runs. */
async function openWork(): Promise<HTMLElement> {
  await userEvent.dblClick(within(await rowOf('船期采集')).getByText('SAILING'));
  await screen.findByRole('dialog', { name: '产品定义更新' });
  await press('版本 1.2 的执行内容');
  return screen.findByRole('dialog', { name: 'SAILING 1.2 的执行内容' });
}
const isDisabled = (dialog: HTMLElement, name: RegExp): boolean =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled;

test('a package is shown by its names', async () => {
  await openPage(packagePage, '/package?packageName=SAIL&packageStatus=AVAILABLE');
  const cells = within(await rowOf('船期采集'));
  for (const message of ['SAILING', '机器人采集', '可用']) expect(await cells.findByText(message)).toBeDefined();
  expect(cells.getByRole<HTMLInputElement>('checkbox', { name: '官方' }).checked).toBe(true);
  expect(server.asked('package.query').at(-1)).toMatchObject({ packageName: 'SAIL', packageStatus: ['AVAILABLE'] });
});

test('a handler is saved as such; a refusal keeps the dialog, and what was entered is offered again', async () => {
  server.answer({ versionWorkSave: () => new Refusal('没有名为“countDow”的处理程序') });
  await openPage(packagePage);
  const dialog = await openWork();
  expect(await within(dialog).findByText(/尚未试运行/)).toBeDefined();
  expect(within(dialog).getByText('1 个流程使用此版本，2 个使用其他版本')).toBeDefined();
  expect(isDisabled(dialog, /保\s*存$/)).toBe(true);
  expect(isDisabled(dialog, /试运行$/)).toBe(true);
  const handler = within(dialog).getByRole<HTMLInputElement>('combobox', { name: '处理程序' });
  expect(handler.value).toBe('echo');
  await userEvent.clear(handler);
  await userEvent.type(handler, 'countDow');
  expect(isDisabled(dialog, /发\s*布$/)).toBe(true);
  await press('保存', dialog);
  expect(await screen.findByText('没有名为“countDow”的处理程序')).toBeDefined();
  expect(handler.value).toBe('countDow');
  cleanup();
  await openPage(packagePage);
  const again = await openWork();
  await press('继续填写', again);
  const kept = within(again).getByRole<HTMLInputElement>('combobox', { name: '处理程序' });
  expect(kept.value).toBe('countDow');
  await userEvent.type(kept, 'n');
  server.answer({
    versionWorkSave: () => new Success(null, '执行内容已保存'),
    versionWork: () => ({ ...work, handlerName: 'countDown' }),
  });
  const requested = server.asked('versionWork').length;
  await press('保存', again);
  expect(await screen.findByText('执行内容已保存')).toBeDefined();
  expect(server.asked('versionWorkSave').at(-1)).toEqual({
    packageVersionId: '71',
    handlerName: 'countDown',
    script: null,
    hosts: [],
  });
  await waitFor(() => expect(server.asked('versionWork').length).toBeGreaterThan(requested));
});

test('what is entered while the rest is saved stays', async () => {
  const saved = Promise.withResolvers<void>();
  server.answer({ versionWorkSave: () => saved.promise.then(() => new Success(null, '执行内容已保存')) });
  await openPage(packagePage);
  const dialog = await openWork();
  const handler = within(dialog).getByRole<HTMLInputElement>('combobox', { name: '处理程序' });
  await userEvent.type(handler, '2');
  await press('保存', dialog);
  await userEvent.type(handler, '3');
  server.answer({ versionWork: () => ({ ...work, handlerName: 'echo2' }) });
  saved.resolve();
  await screen.findByText('执行内容已保存');
  await waitFor(() => expect(dialog.querySelector('.ant-btn-loading')).toBeNull());
  expect(handler.value).toBe('echo23');
  expect(isDisabled(dialog, /保\s*存$/)).toBe(false);
});

test('a script from a file is saved with the addresses it may call; one that is too large is not taken', async () => {
  server.answer({ versionWork: () => scripted, versionWorkSave: () => new Success(null, '执行内容已保存') });
  await openPage(packagePage);
  const dialog = await openWork();
  const input = await within(dialog).findByLabelText('上传文件', { selector: 'input' });
  expect(await within(dialog).findByText('return')).toBeDefined();
  await userEvent.upload(input, new File(['x'.repeat(200_001)], 'large.js', { type: 'text/javascript' }));
  expect(await screen.findByText('文件不能超过 200 KB')).toBeDefined();
  expect(isDisabled(dialog, /保\s*存$/)).toBe(true);
  await userEvent.upload(input, new File(['return 7'], 'seven.js', { type: 'text/javascript' }));
  await waitFor(() => expect(isDisabled(dialog, /保\s*存$/)).toBe(false));
  await press('保存', dialog);
  await waitFor(() =>
    expect(server.asked('versionWorkSave')).toEqual([
      { packageVersionId: '71', script: 'return 7', hosts: ['@site'], handlerName: null },
    ]),
  );
});

test('trials say what came out otherwise and lead to their jobs; a try asks for them again', async () => {
  const trial: CallData<'versionTrials'>[number] = {
    jobId: '91',
    jobStatus: 'Successful',
    ofJobId: '81',
    ofVersion: '1.1',
    errorText: null,
    errorDetail: null,
    differences: [
      { path: 'legs[0].eta', before: '2026-03-01', after: null },
      { path: '', before: null, after: '{}' },
    ],
  };
  server.answer({
    versionWork: () => scripted,
    versionTry: () => new Success({ jobs: 3 }, '已开始 3 个试运行'),
    versionTrials: () => [
      trial,
      { ...trial, jobId: '92', ofJobId: '82', differences: [] },
      { ...trial, jobId: '93', ofJobId: '83', jobStatus: 'Faulted', errorText: '网站没有应答', differences: [] },
    ],
  });
  const page = await openPage(packagePage);
  const dialog = await openWork();
  const differs = within(await rowOf('#91'));
  expect(await differs.findByText('成功')).toBeDefined();
  expect(differs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'legs[0].eta 2026-03-01 无',
    '. 无 {}',
  ]);
  expect(within(await rowOf('#92')).getByText('结果相同')).toBeDefined();
  const failed = within(await rowOf('#93'));
  for (const message of ['失败', '网站没有应答']) expect(failed.getByText(message)).toBeDefined();
  await userEvent.click(differs.getByRole('link', { name: '#81' }));
  expect(page.left).toEqual(['/job/detail?jobId=81']);
  const requested = server.asked('versionTrials').length;
  await press('试运行', dialog);
  expect(await screen.findByText('已开始 3 个试运行')).toBeDefined();
  expect(server.asked('versionTry')).toEqual([{ packageVersionId: '71' }]);
  await waitFor(() => expect(server.asked('versionTrials').length).toBeGreaterThan(requested));
});

test('releasing says how many processes change, and nothing happens before it is agreed to', async () => {
  server.answer({ versionRelease: () => new Success({ processes: 2 }, '已发布，2 个流程改用此版本') });
  await openPage(packagePage);
  const dialog = await openWork();
  await press('发布', dialog);
  expect(await answerDialog('发布版本 1.2？', '取消')).toContain('2 个流程将改用此版本');
  expect(server.asked('versionRelease')).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '发布版本 1.2？' })).toBeNull());
  server.answer({ versionWork: () => ({ ...work, processes: 3, otherProcesses: 0 }) });
  await press('发布', dialog);
  await answerDialog('发布版本 1.2？', '发布');
  expect(await screen.findByText('已发布，2 个流程改用此版本')).toBeDefined();
  expect(server.asked('versionRelease')).toEqual([{ packageVersionId: '71' }]);
  expect(await within(dialog).findByText('3 个流程使用此版本，0 个使用其他版本')).toBeDefined();
  expect(isDisabled(dialog, /发\s*布$/)).toBe(true);
  await act(() => setLang('en'));
  expect(await screen.findByText('3 processes run this version, 0 another one')).toBeDefined();
});

test('a version that jobs have run is not changed, nor is one of the platform by people of tenants', async () => {
  server.answer({ versionWork: () => ({ ...work, used: true }) });
  await openPage(packagePage);
  const dialog = await openWork();
  expect(within(dialog).getByText(/该版本已被作业使用/)).toBeDefined();
  expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: '处理程序' }).disabled).toBe(true);
  cleanup();
  server.answer({ versionWork: () => work });
  await openPage(packagePage, '/package', { who: { writesShared: false } });
  await rowOf('船期采集');
  expect(screen.queryByRole('button', { name: /新\s*增$/ })).toBeNull();
});
