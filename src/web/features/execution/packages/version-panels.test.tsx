import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '#web/entity/entity-calls.ts';
import { loadTexts, text } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { VersionPanels } from './VersionPanels.tsx';

const version = (id: number, packageVersion: string): Row => ({
  wlPackageVersionId: String(id),
  packageId: '7',
  packageVersion,
  packageVersionStatus: 'AVAILABLE',
  independentFlag: 0,
  unionFlag: 0,
  recordVersion: 1,
});
const typeOf = (versionId: string, machineVersion: string): Row => ({
  wlPackageVersionTypeId: `${versionId}0`,
  packageVersionId: versionId,
  machineType: 'WINDOWS',
  machineVersion,
  weight: 1,
  packageVersionTypeStatus: 'AVAILABLE',
  priority: 50,
  recordVersion: 1,
});
const dictionary = [
  ['WL_PACKAGE_STATUS', 'AVAILABLE'],
  ['WL_MACHINE_TYPE', 'WINDOWS'],
].map(([codeType, codeValue]) => ({ codeType, codeValue, displayValueCn: codeValue }));

let versions: Row[] = [];
let types: Row[] = [];
const answer = (data: unknown): Response => Response.json({ status: 1, msg: '', data });

function answerTo(path: string, body: unknown): Response {
  const rows = body as Row[];
  if (path.endsWith('queryAllDict')) return answer(dictionary);
  if (path.endsWith('packageVersion/query')) return answer(versions);
  if (path.endsWith('pvt/query'))
    return answer(types.filter(({ packageVersionId }) => packageVersionId === (body as string[])[0]));
  if (path.endsWith('pvt/saveOrUpdate'))
    types = types.map((one) => ({
      ...one,
      ...rows.find(({ wlPackageVersionTypeId }) => wlPackageVersionTypeId === one['wlPackageVersionTypeId']),
    }));
  if (path.endsWith('packageVersion/delete'))
    versions = versions.filter((one) => one['wlPackageVersionId'] !== rows[0]?.['wlPackageVersionId']);
  return answer([]);
}

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['entity', 'orchestration', 'cron']);
});
beforeEach(() => {
  versions = [version(1, '1.0'), version(2, '2.0')];
  types = [typeOf('1', 'one'), typeOf('2', 'two')];
  globalThis.fetch = (input, init) =>
    Promise.resolve(answerTo(String(input), typeof init?.body === 'string' ? JSON.parse(init.body) : undefined));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const panel = (name: RegExp): HTMLElement => screen.getByRole('heading', { name }).closest('section') as HTMLElement;
const typePanel = (): HTMLElement => panel(/版本类型/);
const versionPanel = (): HTMLElement => panel(/^版本$/);
const cell = (inPanel: HTMLElement, label: string, index = 0): HTMLInputElement =>
  within(inPanel).getAllByLabelText<HTMLInputElement>(label)[index] as HTMLInputElement;
const enter = (input: HTMLInputElement, value: string): void => {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const showsType = (value: string): Promise<void> =>
  waitFor(() => expect(cell(typePanel(), '机器版本').value).toBe(value));
const choose = (index: number): Promise<void> =>
  userEvent.click(cell(versionPanel(), '版本号', index).closest('td') as HTMLElement);
const asks = (inPanel: HTMLElement): HTMLElement | null =>
  within(inPanel).queryByRole('button', { name: text('draft.takeUp') });

async function open(): Promise<void> {
  renderInApp(
    <>
      <VersionPanels packageId="7" onParts={() => undefined} />
      <ConfirmHost />
    </>,
  );
  await showsType('one');
}

test('leaving a version keeps what was entered for it, and offers it in its own panel without taking the focus', async () => {
  await open();
  enter(cell(typePanel(), '机器版本'), 'of one');
  await choose(1);
  await screen.findByText(text('orchestration.leaveContent'));
  await userEvent.click(screen.getByRole('button', { name: /切\s*换/ }));
  await showsType('two');
  expect(asks(typePanel())).toBeNull();
  enter(cell(typePanel(), '机器版本'), 'of two');
  await choose(0);
  await userEvent.click(await screen.findByRole('button', { name: /切\s*换/ }));
  await showsType('one');
  const question = asks(typePanel()) as HTMLElement;
  expect(document.activeElement).not.toBe(question);
  expect(asks(versionPanel())).toBeNull();
  expect(asks(panel(/子产品/))).toBeNull();
  await userEvent.click(question);
  expect(cell(typePanel(), '机器版本').value).toBe('of one');
  cleanup();
  await open();
  await choose(1);
  await showsType('two');
  await userEvent.click(asks(typePanel()) as HTMLElement);
  expect(cell(typePanel(), '机器版本').value).toBe('of two');
});

test('anyone who stays goes on with the version and what was entered for it', async () => {
  await open();
  enter(cell(typePanel(), '机器版本'), 'of one');
  await choose(1);
  await userEvent.click(await screen.findByRole('button', { name: text('common.keepEditing') }));
  expect(cell(typePanel(), '机器版本').value).toBe('of one');
  expect(versionPanel().querySelector('tr[data-chosen] input')).toBe(cell(versionPanel(), '版本号'));
});

test('what was saved is not offered when its version is chosen again', async () => {
  await open();
  enter(cell(typePanel(), '机器版本'), 'saved');
  await userEvent.click(within(typePanel()).getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(types[0]).toMatchObject({ machineVersion: 'saved' }));
  await waitFor(() =>
    expect(within(typePanel()).getByRole<HTMLButtonElement>('button', { name: /保\s*存/ }).disabled).toBe(true),
  );
  await choose(1);
  await showsType('two');
  await choose(0);
  await showsType('saved');
  expect(asks(typePanel())).toBeNull();
});

test('while rows are saved nothing else is entered in them, which would be lost', async () => {
  await open();
  const saved = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('saveOrUpdate')) await saved.promise;
    return fetch(input, init);
  };
  enter(cell(typePanel(), '机器版本'), 'saved');
  const isShut = (): boolean => cell(typePanel(), '机器版本').closest('[inert]') !== null;
  await userEvent.click(within(typePanel()).getByRole('button', { name: /保\s*存/ }));
  expect(isShut()).toBe(true);
  expect(within(typePanel()).getByRole<HTMLButtonElement>('button', { name: /新\s*增/ }).disabled).toBe(true);
  saved.resolve();
  await waitFor(() => expect(isShut()).toBe(false));
  expect(cell(typePanel(), '机器版本').value).toBe('saved');
});

test('a version that is deleted at once leaves what was entered for another one', async () => {
  await open();
  enter(cell(versionPanel(), '版本号'), '1.1');
  enter(cell(versionPanel(), '版本号', 1), '2.1');
  await userEvent.click(within(versionPanel()).getByRole('button', { name: '删除第 2 行' }));
  const question = await screen.findByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: /删\s*除/ }));
  await waitFor(() => expect(within(versionPanel()).getAllByLabelText('版本号')).toHaveLength(1));
  expect(cell(versionPanel(), '版本号').value).toBe('1.1');
  expect(screen.queryByText(text('draft.conflict'))).toBeNull();
});
