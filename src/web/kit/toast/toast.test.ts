// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { CallError } from '#web/base/client.ts';
import { loadShellTexts, initTexts } from '#web/i18n/index.ts';
import { toast, useToasts } from './toast.ts';

beforeEach(async () => {
  await initTexts('zh');
  await loadShellTexts();
  useToasts.setState({ toasts: [] });
});

const message = (): string[] => useToasts.getState().toasts.map((one) => one.text);

test('a refusal of the server is shown in its own words', () => {
  toast.failure(new CallError({ status: 0, httpStatus: 200, msg: '资产类型“X”已存在' }), '新增失败');
  expect(message()).toEqual(['资产类型“X”已存在']);
});

test('a request that failed says what was not done, and why', () => {
  toast.failure(new CallError({ status: 0, httpStatus: 0, msg: '网络连接失败' }), '新增失败');
  toast.failure(new CallError({ status: 0, httpStatus: 502, msg: '服务器出错了' }), '更新失败');
  toast.failure(new CallError({ status: 0, httpStatus: 0, msg: '网络连接失败' }), '网络连接失败');
  expect(message()).toEqual(['新增失败：网络连接失败', '更新失败：服务器出错了', '网络连接失败']);
});

test('a call that was called off is no failure', () => {
  toast.failure(new DOMException('gone', 'AbortError'), '新增失败');
  expect(message()).toEqual([]);
});

test('what succeeds after all takes away that it failed, and nothing else', () => {
  toast.info('仍在处理');
  toast.failure(new CallError({ status: 0, httpStatus: 502, msg: '服务器出错了' }), '更新失败');
  toast.success('已更新');
  expect(message()).toEqual(['仍在处理', '已更新']);
});
