import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadTexts, text } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { noRights, type Rights, rightsChanges } from './rights.ts';
import { RightsEditor, type RightsHandle } from './RightsTab.tsx';

let handle: RightsHandle | undefined;
const onEdit = (draft: RightsHandle): void => {
  handle = draft;
};
const row = { wlUserId: '7', userType: 'user', tenantId: '1' };
const kept: Rights = { menus: ['/exception-manage', '/asset'], tenantIds: [], allTenants: 0 };
const editor = (rights: Rights) => <RightsEditor row={row} kept={rights} onEdit={onEdit} />;

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['entity', 'draft']);
});
beforeEach(() => {
  globalThis.fetch = () => Promise.resolve(Response.json({ status: 1, msg: '', data: [] }));
  handle = undefined;
});
afterEach(cleanup);

const allTenants = (): HTMLElement => screen.getByRole('switch', { name: text('entity.user.allTenants') });
const clear = (): HTMLElement => screen.getByRole('button', { name: /^清\s*空$/ });
const changes = () => handle && rightsChanges(handle.base, handle.mine);

test('what was changed is shown, and nothing once it is taken back', async () => {
  renderInApp(editor(kept));
  expect(changes()).toEqual({});
  await userEvent.click(allTenants());
  expect(changes()).toEqual({ allTenants: 1 });
  await userEvent.click(allTenants());
  expect(changes()).toEqual({});
  expect(handle?.dirty).toBe(false);
});

test('rights that were entered and not saved are offered again, for a new user as well', async () => {
  for (const mine of [editor(kept), <RightsEditor key="new" row={undefined} kept={noRights} onEdit={onEdit} />]) {
    renderInApp(mine);
    await userEvent.click(allTenants());
    renderInApp(mine);
    await userEvent.click(await screen.findByRole('button', { name: text('draft.takeUp') }));
    expect(allTenants().getAttribute('aria-checked')).toBe('true');
    expect(changes()).toEqual({ allTenants: 1 });
    handle?.done();
    renderInApp(mine);
    expect(screen.queryByRole('button', { name: text('draft.takeUp') })).toBeNull();
    expect(changes()).toEqual({});
  }
});

test('of two users whose pages are copied the one chosen last counts, not the one that comes last', async () => {
  const late = Promise.withResolvers<Rights>();
  const answers: Record<string, Rights | Promise<Rights>> = { 8: late.promise, 9: { ...kept, menus: ['/asset'] } };
  globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(String(input), 'http://localhost');
    const users = ['8', '9'].map((id) => ({ wlUserId: id, userCode: `user-${id}`, userNameCn: '' }));
    const rights = await answers[searchParams.get('wlUserId') ?? ''];
    const data = rights ?? (pathname.includes('ser') ? { wlUsers: users } : []);
    return Response.json({ status: 1, msg: '', data });
  };
  renderInApp(editor(kept));
  for (const name of ['user-8', 'user-9']) {
    await userEvent.click(screen.getByRole('combobox', { name: text('entity.user.copyFrom') }));
    await userEvent.click(await screen.findByText(new RegExp(name), { selector: '.ant-select-item-option-content' }));
  }
  await waitFor(() => expect(changes()).toEqual({ menus: ['/asset'] }));
  late.resolve({ ...kept, menus: ['/user'] });
  await act(() => late.promise);
  expect(changes()).toEqual({ menus: ['/asset'] });
});

test('what somebody else saved meanwhile stays beside what was changed here', async () => {
  const { rerender } = renderInApp(editor(kept));
  await userEvent.click(clear());
  expect(changes()).toEqual({ menus: [] });
  rerender(editor({ menus: ['/exception-manage', '/asset', '/tenant'], tenantIds: ['2'], allTenants: 1 }));
  expect(handle?.conflict).toBe(false);
  expect(handle?.mine).toEqual({ menus: ['/tenant'], tenantIds: ['2'], allTenants: 1 });
  expect(changes()).toEqual({ menus: ['/tenant'] });
});

test('a page that draws again whenever it is shown something comes to rest, also while earlier rights wait', async () => {
  let reported = 0;
  function Page(): ReactNode {
    const [draft, setDraft] = useState<{ of?: RightsHandle }>({});
    const onReported = (of: RightsHandle): void => {
      reported += 1;
      setDraft({ of });
    };
    return (
      <>
        <output>{draft.of?.earlier === undefined ? 'rests' : 'waits'}</output>
        <RightsEditor row={row} kept={kept} onEdit={onReported} />
      </>
    );
  }
  renderInApp(<Page />);
  await userEvent.click(allTenants());
  renderInApp(<Page />);
  await screen.findByText('waits');
  const before = reported;
  await userEvent.tab();
  await userEvent.tab();
  expect(reported).toBe(before);
  await userEvent.click(screen.getByRole('button', { name: text('draft.giveUp') }));
  await screen.findByText('rests');
  expect(allTenants().getAttribute('aria-checked')).toBe('false');
});
