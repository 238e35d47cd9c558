import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asset } from '#entities/asset.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { type DialogExtras, EntityDialog } from './EntityDialog.tsx';
import type { Row } from './entity-calls.ts';
import type { Operation } from './form-state.ts';
import { useEntityNames } from './use-entity-names.ts';

const row: Row = {
  wlAssetsId: '7',
  assetType: 'LOGIN',
  assetDesc: '账号',
  valueType: 'TEXT',
  defaultValue: null,
  recordVersion: 3,
};
const dictionary = ['TEXT', 'CREDENTIAL'].map((codeValue) => ({
  codeType: 'WL_ASSET_VALUE_TYPE',
  codeValue,
  displayValueCn: codeValue,
  displayValueEn: codeValue,
}));

// A real server on a socket; only the base address is put before the paths, as a browser would.
let server: Server;
let answers: { status: number; msg: string; data: unknown }[] = [];
let sent: { path: string; body: Row; key: unknown }[] = [];
/** The next of these many answers are lost on the way. */
let lost = 0;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('queryAllDict') === true)
      response.end(JSON.stringify({ status: 1, msg: '', data: dictionary }));
    else if (request.url === '/healthz') response.end('{}');
    else {
      sent.push({ path: request.url ?? '', body: JSON.parse(body) as Row, key: request.headers['idempotency-key'] });
      if (lost > 0) {
        lost -= 1;
        request.socket.destroy();
        return;
      }
      response.end(JSON.stringify(answers.shift() ?? { status: 0, msg: '没有回答', data: null }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The server stands outside of jsdom, whose abort signals Node does not know.
  globalThis.fetch = (input, init) => realFetch(base + String(input), { ...init, signal: null });
  await prepareDom();
  await loadTexts(['entity']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});
beforeEach(() => {
  answers = [];
  sent = [];
  lost = 0;
  useToasts.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  // What a test leaves unsaved is not for the next one.
  localStorage.clear();
});

function Harness({
  operation,
  opened,
  onSaved,
  entity,
  extras,
}: {
  operation: Operation;
  opened: Row | undefined;
  onSaved: (row: Row) => void;
  entity: Entity;
  extras: DialogExtras;
}) {
  const names = useEntityNames(entity);
  const [open, setOpen] = useState(true);
  return (
    <>
      <EntityDialog
        entity={entity}
        open={open}
        operation={operation}
        row={opened}
        names={names}
        extras={extras}
        onClose={() => setOpen(false)}
        onSaved={(saved) => {
          onSaved(saved);
          setOpen(false);
        }}
      />
      <ConfirmHost />
    </>
  );
}

const show = (
  operation: Operation,
  opened?: Row,
  entity: Entity = asset,
  extras: DialogExtras = {},
): { saved: Row[] } => {
  const seen = { saved: [] as Row[] };
  const keep = (saved: Row): number => seen.saved.push(saved);
  renderInApp(<Harness operation={operation} opened={opened} onSaved={keep} entity={entity} extras={extras} />);
  return seen;
};
const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const button = (name: RegExp): HTMLElement => screen.getByRole('button', { name });
const type = (label: string, value: string): void => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};
const isOpen = (): boolean => screen.queryByLabelText('资产类型') !== null;

test('saving leads to a tab that still asks about earlier input, and sends nothing', async () => {
  const tab = { key: 'more', title: '权限', content: <p>问题</p>, dirty: false, waits: true };
  show('UPDATE', row, asset, { tabs: [tab] });
  await userEvent.click(button(/^保\s*存$/));
  await waitFor(() => expect(screen.getByRole('tab', { name: '权限' }).getAttribute('aria-selected')).toBe('true'));
  expect(sent).toEqual([]);
});

describe('saving', () => {
  test('says what is missing at its field and sends nothing', async () => {
    show('ADD');
    await userEvent.click(button(/^保\s*存$/));
    expect(screen.getAllByRole('alert').map((item) => item.textContent)).toEqual([
      '资产类型不能为空',
      '资产描述不能为空',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field('资产类型')));
    expect(sent).toEqual([]);
  });

  test('says that a text is too long while it is entered', () => {
    show('ADD');
    type('资产类型', 'x'.repeat(51));
    expect(screen.getByRole('alert').textContent).toContain('50');
    type('资产类型', 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('sends the trimmed row once, however often the button is pressed, and closes', async () => {
    const seen = show('ADD');
    type('资产类型', '  LOGIN ');
    type('资产描述', '账号');
    expect(field('资产类型').value).toBe('LOGIN');
    answers = [{ status: 1, msg: '新增资产成功', data: row }];
    await userEvent.dblClick(button(/保\s*存$/));
    await waitFor(() => expect(seen.saved).toEqual([row]));
    expect(sent.map(({ path }) => path)).toEqual(['/api/product/asset/insert']);
    expect(sent[0]?.body).toMatchObject({ assetType: 'LOGIN', assetDesc: '账号', valueType: 'TEXT' });
    expect(isOpen()).toBe(false);
  });

  test('what was sent and never answered is sent again under its key, and under another once it is changed', async () => {
    const seen = show('ADD');
    type('资产类型', 'LOST');
    type('资产描述', '账号');
    lost = 3;
    for (const description of ['账号', '账号', '改过']) {
      type('资产描述', description);
      useToasts.setState({ toasts: [] });
      await userEvent.click(button(/保\s*存$/));
      await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
      expect(useToasts.getState().toasts[0]?.text).toMatch(/^新增失败：/);
      expect(field('资产描述').value).toBe(description);
    }
    answers = [{ status: 1, msg: '', data: row }];
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(seen.saved).toHaveLength(1));
    const [first, second, third, fourth] = sent.map(({ key }) => key);
    expect(first).toMatch(/^[\w-]{16,64}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(fourth).toBe(third);
  });

  test('a refusal keeps the input and stands at its field', async () => {
    show('UPDATE', row);
    type('资产类型', 'TAKEN');
    answers = [
      { status: 0, msg: '资产类型已存在', data: { fields: [{ field: 'assetType', message: '资产类型已存在' }] } },
    ];
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('资产类型已存在'));
    expect(field('资产类型').value).toBe('TAKEN');
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['资产类型已存在']);
  });

  test('S-PROC-22: what belongs to a saved row and could not be saved keeps the dialog open; it is saved again from there', async () => {
    let refusals = 1;
    const afterSave = (): Promise<void> =>
      (refusals -= 1) < 0 ? Promise.resolve() : Promise.reject(new Error('part'));
    const seen = show('UPDATE', row, asset, { afterSave });
    type('资产描述', '改过');
    const newer = { ...row, assetDesc: '改过', recordVersion: 4 };
    answers = [
      { status: 1, msg: '', data: newer },
      { status: 1, msg: '', data: { ...newer, recordVersion: 5 } },
    ];
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect([isOpen(), field('资产描述').value, seen.saved]).toEqual([true, '改过', []]);
    await waitFor(() => expect(refusals).toBe(0));
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(seen.saved).toHaveLength(1));
    expect(sent.map(({ body }) => body['recordVersion'])).toEqual([3, 4]);
  });

  test("a rule that is the server's alone on an edit is not the form's: it is sent, and the server's word stands at the field", async () => {
    const { assetType } = asset.fields;
    const lenient: Entity = { ...asset, fields: { ...asset.fields, assetType: { ...assetType, editRules: 'server' } } };
    show('UPDATE', row, lenient);
    const message = '资产类型不能超过50个字符';
    type('资产类型', 'x'.repeat(51));
    expect(screen.queryByRole('alert')).toBeNull();
    answers = [{ status: 0, msg: message, data: { fields: [{ field: 'assetType', message }] } }];
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
    expect(sent).toHaveLength(1);
    expect(field('资产类型').value).toHaveLength(51);
    // What is empty the form says itself.
    type('资产类型', ' ');
    await userEvent.click(button(/保\s*存$/));
    expect(screen.getByRole('alert').textContent).toBe('资产类型不能为空');
    expect(sent).toHaveLength(1);
  });

  test('shows what somebody else saved before, and goes on from the chosen values', async () => {
    const seen = show('UPDATE', row);
    type('资产描述', '我的');
    const current = { ...row, assetDesc: '对方的', assetType: 'LOGIN2', recordVersion: 4 };
    answers = [
      { status: 0, msg: '已被修改', data: { stale: true, current, who: '王晓明', time: 0 } },
      { status: 1, msg: '', data: { ...current, assetDesc: '我的', recordVersion: 5 } },
    ];
    await userEvent.click(button(/保\s*存$/));
    await screen.findByText(/王晓明/);
    await userEvent.click(button(/采用所选内容/));
    expect([field('资产类型').value, field('资产描述').value]).toEqual(['LOGIN2', '我的']);
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(seen.saved).toHaveLength(1));
    expect(sent[1]?.body).toMatchObject({ wlAssetsId: '7', recordVersion: 4, assetType: 'LOGIN2', assetDesc: '我的' });
  });
});

test('a failure without a text of the server is shown in the words of the entity', async () => {
  const output = { ...asset.message, addFailed: { zh: '资产新增失败', en: 'The asset could not be added' } };
  show('ADD', undefined, { ...asset, message: output });
  type('资产类型', 'LOST');
  type('资产描述', '账号');
  lost = 1;
  await userEvent.click(button(/保\s*存$/));
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toMatch(/^资产新增失败：/));
});

describe('what was entered and not saved', () => {
  test('is asked about when the dialog is opened again, and goes on', async () => {
    show('UPDATE', row);
    type('资产描述', '我的');
    cleanup();
    const seen = show('UPDATE', row);
    expect(field('资产描述').value).toBe('账号');
    expect(button(/保\s*存$/)).toHaveProperty('disabled', true);
    await userEvent.click(button(/继续填写/));
    expect(field('资产描述').value).toBe('我的');
    answers = [{ status: 1, msg: '', data: { ...row, assetDesc: '我的' } }];
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(seen.saved).toHaveLength(1));
    cleanup();
    show('UPDATE', row);
    expect(screen.queryByRole('button', { name: /继续填写/ })).toBeNull();
  });

  test('stands beside what others have saved since', async () => {
    show('UPDATE', row);
    type('资产描述', '我的');
    cleanup();
    show('UPDATE', { ...row, assetDesc: '对方的', recordVersion: 4 });
    await userEvent.click(button(/继续填写/));
    expect(screen.getByText('对方的')).toBeDefined();
    await userEvent.click(button(/采用所选内容/));
    expect(field('资产描述').value).toBe('我的');
    answers = [{ status: 1, msg: '', data: row }];
    await userEvent.click(button(/保\s*存$/));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ recordVersion: 4, assetDesc: '我的' });
  });

  test('of a row does not appear in another, and is gone once it is discarded', async () => {
    show('UPDATE', row);
    type('资产描述', '我的');
    cleanup();
    show('UPDATE', { ...row, wlAssetsId: '8' });
    expect(screen.queryByRole('button', { name: /继续填写/ })).toBeNull();
    cleanup();
    show('UPDATE', row);
    await userEvent.click(button(/不再需要/));
    cleanup();
    show('UPDATE', row);
    expect(screen.queryByRole('button', { name: /继续填写/ })).toBeNull();
  });
});

describe('closing', () => {
  test('without a change it closes at once', async () => {
    show('UPDATE', row);
    await userEvent.click(button(/取\s*消/));
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test('with unsaved input it asks, and can be kept', async () => {
    show('UPDATE', row);
    type('资产描述', '改了');
    await userEvent.click(button(/取\s*消/));
    await userEvent.click(await screen.findByRole('button', { name: /继续编辑/ }));
    expect(field('资产描述').value).toBe('改了');
    await userEvent.click(button(/取\s*消/));
    await userEvent.click(await screen.findByRole('button', { name: /放\s*弃/ }));
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(sent).toEqual([]);
  });
});

test('S-PROC-08: a flag that lists show as a checkbox is a checkbox here, with its label and its hint', async () => {
  const flag = {
    kind: 'flag',
    shown: 'checkbox',
    label: { zh: '人工确认', en: 'Confirm' },
    help: { zh: '须确认', en: '' },
  };
  const flagged = { ...asset, fields: { ...asset.fields, flag } } as Entity;
  show('UPDATE', { ...row, flag: 0 }, flagged);
  answers = [{ status: 1, msg: '', data: { ...row, flag: 1 } }];
  await userEvent.click(screen.getByRole('checkbox', { name: '人工确认', description: '须确认' }));
  await userEvent.click(button(/保\s*存$/));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ flag: 1 });
});
