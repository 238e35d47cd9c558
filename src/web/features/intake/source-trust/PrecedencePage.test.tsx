import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import {
  defaultOrderFor,
  orderFor,
  type PrecedenceOrders,
  toPrecedence,
} from '#domain/intake/fusion/precedence-orders.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { draft as draftTexts } from '#web/i18n/zh/draft.ts';
import { truth } from '#web/i18n/zh/truth.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { shownAttributes } from './draft.ts';
import { PrecedenceEditor } from './PrecedencePage.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['truth', 'value']);
});
beforeEach(() => globalThis.localStorage.clear());
afterEach(cleanup);

const aisFirst: SourceType[] = [
  'EXPERT',
  'AIS',
  ...defaultOrderFor('booking.eta').filter((type) => type !== 'EXPERT' && type !== 'AIS'),
];

const stateOf = (version: number, orders: PrecedenceOrders): CallData<'precedenceGet'> => ({
  version,
  writable: 1,
  run: null,
  attributes: shownAttributes.map((attribute) => ({
    attribute,
    order: [...orderFor(toPrecedence(orders), attribute)],
    defaultOrder: [...defaultOrderFor(attribute)],
    own: attribute in orders ? 1 : 0,
  })),
});

const draftTags = (): number => screen.queryAllByText(truth.precedence.draft).length;
const mayPreview = (): boolean =>
  !screen.getByRole<HTMLButtonElement>('button', { name: truth.precedence.preview }).disabled;
const noticeOf = () => screen.findByRole('alert');

async function raiseAis(): Promise<void> {
  const user = userEvent.setup();
  await user.click(
    screen.getAllByRole('button', {
      name: truth.precedence.up.replace('{{name}}', truth.source.AIS),
    })[0] as HTMLElement,
  );
}

test('a change is marked until it is discarded', async () => {
  renderInApp(<PrecedenceEditor state={stateOf(1, {})} />);
  expect(draftTags()).toBe(0);
  await raiseAis();
  expect(draftTags()).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: truth.precedence.discard }));
  expect(draftTags()).toBe(0);
});

test('what somebody else saves meanwhile is asked about, and both changes can be kept', async () => {
  const { rerender } = renderInApp(<PrecedenceEditor state={stateOf(1, {})} />);
  await raiseAis();
  rerender(<PrecedenceEditor state={stateOf(2, { 'container.volumeM3': aisFirst })} />);
  const notice = await noticeOf();
  expect(notice.textContent).toContain(draftTexts.conflict);
  expect(mayPreview()).toBe(false);
  await userEvent.click(within(notice).getByRole('button', { name: draftTexts.keepMine }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(mayPreview()).toBe(true);
  // Theirs is in force now; mine is the only one that is not saved.
  expect(draftTags()).toBeGreaterThan(0);
  expect(screen.getAllByText(truth.precedence.differs).length).toBeGreaterThan(1);
});

test('what was entered and not saved is offered again', async () => {
  const first = renderInApp(<PrecedenceEditor state={stateOf(1, {})} />);
  await raiseAis();
  first.unmount();
  renderInApp(<PrecedenceEditor state={stateOf(1, {})} />);
  await userEvent.click(await screen.findByRole('button', { name: draftTexts.takeUp }));
  expect(draftTags()).toBeGreaterThan(0);
});

test('an advised order is put into the draft, and is not kept beyond the visit', () => {
  renderInApp(<PrecedenceEditor state={stateOf(1, {})} advised={{ attribute: 'booking.eta', order: aisFirst }} />);
  expect(draftTags()).toBe(1);
});
