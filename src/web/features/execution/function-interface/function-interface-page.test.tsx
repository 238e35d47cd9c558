import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { functionInterfacePage } from './page.ts';

type Row = CallData<'function.query'>['records'][number];
type Answer = CallData<'tryFunction'>;

const row: Row = {
  wlFunctionInterfaceId: '7',
  functionCode: 'CHECK_BILL',
  functionName: '查提单',
  functionPathEnv: 'DEMO',
  functionPath: '/v1/bills/{{billNo}}',
  functionStatus: 'AVAILABLE',
  functionMethod: 'POST',
  functionType: 'CUSTOM',
  functionClassPath: null,
  inParam: '{"carrier":"{{carrier}}"}',
  returnData: null,
  recordVersion: 3,
};
const answered: Answer = {
  ok: true,
  target: 'POST https://demo.example/v1/bills/B1',
  httpStatus: 200,
  durationMs: 41,
  contentType: 'application/json',
  answer: '{"found":true}',
  answerBytes: 1,
  truncated: false,
  failure: null,
  failureText: null,
  sent: '{}',
  storedVersion: null,
};
const pageOf = (...records: Row[]) => ({ records, totalPage: 1, totalRecord: records.length });
const server = callServer({
  allDict: () => [
    { codeType: 'WL_FUNCTION_STATUS', codeValue: 'AVAILABLE', displayValueCn: '可用', displayValueEn: 'Available' },
  ],
  'function.query': () => pageOf(row),
  'function.writers': () => [],
  functionTargets: () => ({
    bases: [{ name: 'DEMO', address: 'https://demo.example' }],
    handlers: [
      {
        name: 'containerCheck',
        label: '箱号校验',
        description: '按 ISO 6346 校验箱号',
        example: '{"no":"CSQU3054383"}',
      },
    ],
  }),
  tryFunction: () => answered,
});
afterEach(cleanup);

const enter = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });
/** Opens the trial of the row and hands back its dialog. */
async function openTrial(): Promise<HTMLElement> {
  await openPage(functionInterfacePage);
  await userEvent.click(within(await rowOf('CHECK_BILL')).getByText('CHECK_BILL'));
  await userEvent.keyboard('r');
  return screen.findByRole('dialog', { name: '试用 · CHECK_BILL 查提单' });
}
const answerText = (dialog: HTMLElement): string =>
  within(dialog).getByRole('heading', { name: '返回内容' }).parentElement?.textContent ?? '';
/** Calls the function, and waits for what it answered. */
async function call(dialog: HTMLElement, given: Partial<Answer> = {}): Promise<string> {
  server.answer({ tryFunction: () => ({ ...answered, ...given }) });
  await press('调用', dialog);
  await within(dialog).findByText(`${given.durationMs ?? answered.durationMs} 毫秒`);
  return answerText(dialog);
}

test('a row has names for codes; its menu opens its trial, in the language of the reader', async () => {
  await openPage(functionInterfacePage, '/function-interface?keyword=CHECK&functionStatus=AVAILABLE');
  const cells = within(await rowOf('CHECK_BILL'));
  for (const message of ['查提单', 'DEMO', '/v1/bills/{{billNo}}', '可用', '{"carrier":"{{carrier}}"}'])
    expect(await cells.findByText(message)).toBeDefined();
  expect(server.asked('function.query').at(-1)).toMatchObject({ keyword: 'CHECK', functionStatus: ['AVAILABLE'] });
  await chooseAct('CHECK_BILL', '试用');
  const dialog = await screen.findByRole('dialog', { name: '试用 · CHECK_BILL 查提单' });
  expect(within(dialog).getByText('尚未调用')).toBeDefined();
  await act(() => setLang('en'));
  await press('Call', dialog);
  expect(await within(dialog).findByText('1 byte')).toBeDefined();
});

test('the trial sends what was entered, and shows the answer in lines that can be read', async () => {
  const dialog = await openTrial();
  const inside = within(dialog);
  expect(await inside.findByText('https://demo.example/v1/bills/{{billNo}}')).toBeDefined();
  expect(inside.getByText('POST')).toBeDefined();
  enter(inside.getByLabelText('carrier'), 'MERI');
  enter(inside.getByLabelText('入参（JSON）'), '{"carrier":"{{carrier}}","day":"{{day}}"}');
  enter(inside.getByLabelText('day'), '1');
  await userEvent.type(inside.getByLabelText('billNo'), 'B1{Enter}');
  expect(await inside.findByText('HTTP 200')).toBeDefined();
  expect(server.asked('tryFunction')).toEqual([
    {
      wlFunctionInterfaceId: '7',
      inParam: '{"carrier":"{{carrier}}","day":"{{day}}"}',
      values: { carrier: 'MERI', day: '1', billNo: 'B1' },
    },
  ]);
  expect(inside.getByRole('region', { name: '返回内容' }).textContent).toBe('{\n  "found": true\n}');
  for (const message of ['41 毫秒', '1 字节', 'application/json']) expect(inside.getByText(message)).toBeDefined();
  enter(inside.getByLabelText('入参（JSON）'), '{}');
  expect(inside.queryByLabelText('day')).toBeNull();
  expect(inside.getByLabelText('billNo')).toBeDefined();
});

test('an answer that is no JSON, no text, cut off or none at all is shown to be so', async () => {
  const dialog = await openTrial();
  expect(await call(dialog, { answer: '<ok>', truncated: true, durationMs: 2 })).toMatch(
    /<ok>内容过长，仅显示前 64 KB$/,
  );
  expect(await call(dialog, { answer: null, contentType: 'image/png', durationMs: 3 })).toMatch(/不是文本，不显示$/);
  const failed = {
    ok: false,
    answer: null,
    contentType: null,
    failure: 'timeout',
    failureText: '30 秒没有应答',
  } as const;
  const message = await call(dialog, { ...failed, httpStatus: null, durationMs: 4 });
  expect(message).toMatch(/没有返回.*30 秒没有应答$/);
  expect(await call(dialog, { httpStatus: null, durationMs: 5 })).toContain('完成');
  server.answer({ tryFunction: () => new Refusal('入参不是 JSON') });
  await press('调用', dialog);
  expect(await screen.findByText('入参不是 JSON')).toBeDefined();
  // What was answered before stays.
  expect(answerText(dialog)).toContain('5 毫秒');
});

test('an answer is kept as returned data on the row as it is now, once', async () => {
  const current: Row = { ...row, functionName: '查提单（新）', recordVersion: 5 };
  server.answer({
    'function.get': () => current,
    'function.update': () => new Refusal('数据已被他人修改'),
  });
  const dialog = await openTrial();
  const keep = await within(dialog).findByRole<HTMLButtonElement>('button', { name: '保存为返回数据' });
  expect(keep.disabled).toBe(true);
  await call(dialog, { ok: false, httpStatus: 404, durationMs: 6 });
  expect(keep.disabled).toBe(true);
  await call(dialog, { answer: 'x'.repeat(5000), durationMs: 7 });
  await userEvent.click(keep);
  expect(await screen.findByText('数据已被他人修改')).toBeDefined();
  expect(keep.disabled).toBe(false);
  const requested = server.asked('function.query').length;
  server.answer({ 'function.update': () => new Success({ ...current, recordVersion: 6 }, '更新函数接口成功') });
  await userEvent.click(keep);
  expect(await screen.findByText('更新函数接口成功')).toBeDefined();
  expect(server.asked('function.get')).toEqual([{ wlFunctionInterfaceId: '7' }, { wlFunctionInterfaceId: '7' }]);
  expect(server.asked('function.update').at(-1)).toEqual({ ...current, returnData: 'x'.repeat(4000) });
  expect(keep.textContent?.replaceAll(' ', '')).toBe('已保存');
  expect(keep.disabled).toBe(true);
  await waitFor(() => expect(server.asked('function.query').length).toBeGreaterThan(requested));
  await call(dialog, { durationMs: 8 });
  expect(keep.disabled).toBe(false);
});

test('what is called is shown before: a base address that is missing, or a handler inside the product', async () => {
  server.answer({ 'function.query': () => pageOf({ ...row, functionPathEnv: 'OTHER' }) });
  const missing = within(await openTrial());
  expect(await missing.findByText('路径环境 OTHER 没有配置基础地址，调用会被拒绝')).toBeDefined();
  expect(missing.getByText('OTHER:/v1/bills/{{billNo}}')).toBeDefined();
  expect(missing.queryByText(/FUNCTION_BASE_URLS/)).toBeNull();
  server.answer({ functionTargets: () => ({ bases: [], handlers: [] }) });
  expect(await within(await openTrial()).findByText(/FUNCTION_BASE_URLS/)).toBeDefined();
  server.answer({
    'function.query': () => pageOf({ ...row, functionClassPath: ' ContainerCheck ' }),
    functionTargets: () => ({
      bases: [],
      handlers: [{ name: 'containerCheck', label: '箱号校验', description: '按 ISO 6346 校验箱号', example: '{}' }],
    }),
  });
  const inside = within(await openTrial());
  expect(await inside.findByText('按 ISO 6346 校验箱号')).toBeDefined();
  expect(inside.getByText('系统内置')).toBeDefined();
  // The path is not called, so that its placeholders need no values.
  expect(inside.queryByLabelText('billNo')).toBeNull();
  expect(inside.getByLabelText('carrier')).toBeDefined();
});

test('the form says what can be named; who may only read may still try', async () => {
  await openPage(functionInterfacePage);
  await press('编辑', await rowOf('CHECK_BILL'));
  const dialog = within(await screen.findByRole('dialog', { name: '函数接口更新' }));
  expect(await dialog.findByText('https://demo.example')).toBeDefined();
  expect(dialog.getByText('箱号校验').getAttribute('title')).toBe('按 ISO 6346 校验箱号\n{"no":"CSQU3054383"}');
  cleanup();
  await openPage(functionInterfacePage, '/function-interface', { who: { writesShared: false } });
  expect(within(await rowOf('CHECK_BILL')).queryByRole('button', { name: '编辑' })).toBeNull();
  await chooseAct('CHECK_BILL', '试用');
  expect(await screen.findByRole('dialog', { name: '试用 · CHECK_BILL 查提单' })).toBeDefined();
});
