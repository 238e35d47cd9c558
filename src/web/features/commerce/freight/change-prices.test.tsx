import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ChangePricesDialog } from './ChangePricesDialog.tsx';

const realFetch = globalThis.fetch;
let requested: any[];
let refused = 0;
const line = {
  id: '1',
  number: 'FR0001',
  about: 'MERI · CNSHA → USLAX',
  values: [{ field: 'price40hq', before: 1000, after: 1100 }],
  problem: null,
};
const wrong = { ...line, id: '2', number: 'FR0002', values: [], problem: '结果为负数：-1.00' };

beforeAll(async () => {
  globalThis.fetch = (input, init) => {
    const path = String(input);
    if (!path.includes('changeMany')) return Promise.resolve(Response.json({ status: 1, msg: '', data: [] }));
    const body = JSON.parse(String(init?.body));
    requested.push(body);
    const data = {
      chosen: 3,
      changed: 2,
      refused,
      seen: 'stamp',
      batch: body.preview === 1 ? null : 'b1',
      lines: refused > 0 ? [wrong, line] : [line],
    };
    return Promise.resolve(Response.json({ status: 1, msg: '已修改 2 行价格', data }));
  };
  await prepareDom();
  await loadTexts(['freight', 'entity']);
});
beforeEach(() => {
  requested = [];
  refused = 0;
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

function show(): { closed: () => boolean } {
  let closed = false;
  renderInApp(
    <ChangePricesDialog
      of="freightRate"
      chosen={{ filter: { currency: 'USD' } }}
      open
      onClose={() => (closed = true)}
      onChanged={() => undefined}
    />,
  );
  return { closed: () => closed };
}
const enter = async (percent: string): Promise<void> => {
  await userEvent.type(screen.getByRole('spinbutton', { name: '比例(%)' }), percent);
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: /预\s*览/ }));
};

test('old and new values are shown before anything is written, and what was looked at is what is written', async () => {
  const dialog = show();
  expect((screen.getByRole('button', { name: /预\s*览/ }) as HTMLButtonElement).disabled).toBe(true);
  await enter('10');
  expect(await screen.findByText('1,100.00')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('符合条件 3 行，将修改 2 行，1 行不变');
  const change = { kind: 'percent', percent: 10, roundTo: 0.01 };
  expect(requested).toEqual([{ filter: { currency: 'USD' }, change, preview: 1 }]);
  await userEvent.click(screen.getByRole('button', { name: '修改 2 行' }));
  await waitFor(() => expect(dialog.closed()).toBe(true));
  expect(requested[1]).toEqual({ filter: { currency: 'USD' }, change, seen: 'stamp' });
});

test('a line that cannot be changed says why, and nothing can be written', async () => {
  refused = 1;
  show();
  await enter('-50');
  expect(await screen.findByText('结果为负数：-1.00')).toBeTruthy();
  expect((screen.getByRole('button', { name: '修改 2 行' }) as HTMLButtonElement).disabled).toBe(true);
  expect(requested).toHaveLength(1);
});

test('another value has to be looked at again', async () => {
  show();
  await enter('10');
  await screen.findByRole('button', { name: '修改 2 行' });
  await userEvent.type(screen.getByRole('spinbutton', { name: '比例(%)' }), '{Backspace}5');
  await userEvent.tab();
  expect(screen.getByRole('button', { name: /预\s*览/ })).toBeTruthy();
});
