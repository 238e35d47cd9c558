import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { RemarkDialog } from './RemarkDialog.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['exceptionSubscribe']);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what somebody else saved meanwhile is shown once, in the dialog', async () => {
  const stale = { stale: true, current: { remark: 'theirs', recordVersion: 8 }, who: 'Wang', time: 1 };
  const fetch = vi.fn<(url: string, request: { body: string }) => Promise<Response>>(async () =>
    Response.json({ status: 0, msg: 'changed', data: stale }),
  );
  vi.stubGlobal('fetch', fetch);
  const row = { obmTkSubscribe: { obmTkSubscribeId: '5', blNo: 'MERI1', remark: '', recordVersion: 7 } };
  const nothing = (): void => undefined;
  renderInApp(<RemarkDialog open row={row as never} onClose={nothing} onSaved={nothing} />);
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'mine' } });
  const save = screen.getAllByRole('button').at(-1) as HTMLElement;
  await act(async () => void fireEvent.click(save));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Wang.*theirs/);
  expect(useToasts.getState().toasts).toEqual([]);
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('mine');
  await act(async () => void fireEvent.click(save));
  expect(JSON.parse(fetch.mock.calls.at(-1)?.[1].body ?? '{}')).toMatchObject({ recordVersion: 8 });
});
