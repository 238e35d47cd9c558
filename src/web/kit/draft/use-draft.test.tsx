import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserRecord } from '#contract/administration/auth.ts';
import { clearSession, keepUser } from '#web/base/session.ts';
import { forgetDrafts, keepDraft, readDraft } from './saved-drafts.ts';
import { useDraft } from './use-draft.ts';

type Row = { version: number; note: string; secret?: string };
type Entered = { note: string; secret: string };

const row: Row = { version: 1, note: 'as saved' };
const begin = (base: Row): Entered => ({ note: base.note, secret: '' });
const keep = (mine: Entered): Entered => ({ ...mine, secret: '' });
const alice = { userCode: 'alice', tenantCode: 'ALPHA' } as UserRecord;
const bob = { userCode: 'bob', tenantCode: 'ALPHA' } as UserRecord;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  keepUser(alice);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  clearSession();
});

const open = (base: Row = row) =>
  renderHook((props: { base: Row }) => useDraft<Row, Entered>({ base: props.base, begin, keep, name: 'note/7' }), {
    initialProps: { base },
  });
const enter = (editor: ReturnType<typeof open>, note: string): void =>
  act(() => editor.result.current.set((latest) => ({ ...latest, note })));

describe('what was entered outlives', () => {
  test('a window that is closed while it is typed into: it is asked about and taken up', () => {
    const first = open();
    enter(first, 'typed');
    first.unmount();
    const second = open();
    expect(second.result.current.mine.note).toBe('as saved');
    expect(second.result.current.earlier).toMatchObject({ outdated: false });
    act(() => second.result.current.takeUp());
    expect(second.result.current.mine.note).toBe('typed');
    expect([second.result.current.dirty, second.result.current.conflict]).toEqual([true, false]);
    expect(second.result.current.earlier).toBeUndefined();
  });

  test('a crash: it is written down once typing has settled', () => {
    const editor = open();
    enter(editor, 'typed');
    vi.advanceTimersByTime(1_000);
    // Nothing is unmounted and no window says goodbye.
    expect(open().result.current.earlier).toBeDefined();
  });

  test('a session that ends, and is kept for its own person only', () => {
    const editor = open();
    enter(editor, 'typed');
    act(() => clearSession());
    enter(editor, 'typed and more');
    editor.unmount();
    keepUser(bob);
    expect(open().result.current.earlier).toBeUndefined();
    cleanup();
    keepUser(alice);
    const again = open();
    act(() => again.result.current.takeUp());
    expect(again.result.current.mine.note).toBe('typed and more');
  });

  test('not what is secret', () => {
    const editor = open();
    act(() => editor.result.current.set({ note: 'typed', secret: 'hunter2' }));
    editor.unmount();
    expect(JSON.stringify({ ...localStorage })).not.toContain('hunter2');
    expect(JSON.stringify({ ...localStorage })).toContain('typed');
  });
});

test('what is entered while the rest is saved stays, and is kept', () => {
  const editor = open();
  enter(editor, 'sent');
  const { done, mine } = editor.result.current;
  enter(editor, 'sent and more');
  act(() => done({ version: 2, note: 'sent' }, mine));
  expect(editor.result.current).toMatchObject({ base: { version: 2 }, mine: { note: 'sent and more' }, dirty: true });
  editor.unmount();
  const again = open({ version: 2, note: 'sent' });
  act(() => again.result.current.takeUp());
  expect(again.result.current.mine.note).toBe('sent and more');
  const { done: save, mine: all } = again.result.current;
  act(() => save({ version: 3, note: 'sent and more' }, all));
  expect(again.result.current).toMatchObject({ base: { version: 3 }, dirty: false });
  again.unmount();
  expect(open({ version: 3, note: 'sent and more' }).result.current.earlier).toBeUndefined();
});

describe('nothing is kept of', () => {
  test.each([
    ['what was saved', (editor: ReturnType<typeof open>) => editor.result.current.done()],
    ['what was given up', (editor: ReturnType<typeof open>) => editor.result.current.done()],
    ['what was set back', (editor: ReturnType<typeof open>) => editor.result.current.reset()],
    ['a person who signed out', () => forgetDrafts()],
  ])('%s', (_, end) => {
    const editor = open();
    enter(editor, 'typed');
    act(() => vi.advanceTimersByTime(1_000));
    act(() => end(editor));
    act(() => vi.advanceTimersByTime(1_000));
    editor.unmount();
    expect(open().result.current.earlier).toBeUndefined();
  });

  test('an answer of "no"; an unanswered question stays', () => {
    const first = open();
    enter(first, 'typed');
    first.unmount();
    const unanswered = open();
    act(() => unanswered.result.current.done());
    act(() => vi.advanceTimersByTime(1_000));
    unanswered.unmount();
    const second = open();
    expect(second.result.current.earlier).toBeDefined();
    act(() => second.result.current.giveUp());
    second.unmount();
    expect(open().result.current.earlier).toBeUndefined();
  });

  test('more than a week, more than twenty, or a megabyte', () => {
    const now = Date.now();
    const draft = { base: null, mine: 'x'.repeat(90_000) };
    keepDraft('k', 'old', draft, now - 8 * 86_400_000);
    for (let index = 0; index < 25; index += 1) keepDraft('k', `n${index}`, { base: null, mine: 'x' }, now + index);
    expect(readDraft('k', 'old', now)).toBeUndefined();
    expect(readDraft('k', 'n4', now)).toBeUndefined();
    expect(readDraft('k', 'n5', now)).toBeDefined();
    for (let index = 0; index < 15; index += 1) keepDraft('k', `big${index}`, draft, now + 100 + index);
    expect(localStorage.getItem('k')?.length).toBeLessThan(1_000_000);
    expect(readDraft('k', 'big14', now)).toBeDefined();
  });
});

describe('somebody else', () => {
  const newer: Row = { version: 2, note: 'theirs' };

  test('who saves while nothing is entered is followed', () => {
    const editor = open();
    editor.rerender({ base: newer });
    expect(editor.result.current).toMatchObject({ mine: { note: 'theirs' }, dirty: false, conflict: false });
  });

  test('who saves while something is entered is a conflict until it is settled', () => {
    const editor = open();
    enter(editor, 'mine');
    editor.rerender({ base: newer });
    expect(editor.result.current).toMatchObject({ mine: { note: 'mine' }, theirs: newer, conflict: true, base: row });
    act(() => editor.result.current.settle({ note: 'both', secret: '' }));
    expect(editor.result.current).toMatchObject({ mine: { note: 'both' }, base: newer, dirty: true, conflict: false });
  });

  test('who saves the same is no conflict, and an answer that says the same is none', () => {
    const editor = open();
    enter(editor, 'theirs');
    editor.rerender({ base: { ...row } });
    expect(editor.result.current.dirty).toBe(true);
    editor.rerender({ base: newer });
    expect(editor.result.current).toMatchObject({ dirty: false, conflict: false, base: newer });
  });

  test('who saved before the input was taken up again is a conflict', () => {
    const first = open();
    enter(first, 'mine');
    first.unmount();
    const second = open(newer);
    expect(second.result.current.earlier).toMatchObject({ outdated: true });
    act(() => second.result.current.takeUp());
    expect(second.result.current).toMatchObject({ mine: { note: 'mine' }, base: row, theirs: newer, conflict: true });
  });

  test('is not met after an own save: what comes back is the base', () => {
    const editor = open();
    enter(editor, 'mine');
    act(() => editor.result.current.done({ version: 2, note: 'mine' }));
    expect(editor.result.current.dirty).toBe(false);
    enter(editor, 'next');
    editor.rerender({ base: { version: 2, note: 'mine' } });
    expect(editor.result.current).toMatchObject({ mine: { note: 'next' }, dirty: true, conflict: false });
  });
});

describe('another name', () => {
  const eight: Row = { version: 4, note: 'eight as saved' };
  type Shown = { name: string | undefined; base: Row };
  const seventh: Shown = { name: 'note/7', base: row };
  const eighth: Shown = { name: 'note/8', base: eight };
  const openNamed = (shown: Shown = seventh) =>
    renderHook((props: Shown) => useDraft<Row, Entered>({ ...props, begin, keep }), { initialProps: shown });
  type Named = ReturnType<typeof openNamed>;
  const type = (editor: Named, note: string): void =>
    act(() => editor.result.current.set((latest) => ({ ...latest, note })));
  /** Is anybody who opens the editor of this name asked about earlier input? */
  const asks = (shown: Shown): boolean => openNamed(shown).result.current.earlier !== undefined;

  test('keeps the input of the former one at once, and begins without it', () => {
    const editor = openNamed();
    type(editor, 'typed for seven');
    editor.rerender(eighth);
    expect(editor.result.current).toMatchObject({
      base: eight,
      mine: { note: 'eight as saved' },
      dirty: false,
      conflict: false,
      earlier: undefined,
    });
    // No time has gone by, and nothing was unmounted.
    expect(openNamed().result.current.earlier).toMatchObject({ outdated: false });
    expect(asks(eighth)).toBe(false);
  });

  test('keeps also what was entered in the very moment the name changed, without its secrets', () => {
    const editor = openNamed();
    act(() => {
      editor.result.current.set({ note: 'typed last', secret: 'hunter2' });
      editor.rerender(eighth);
    });
    expect(editor.result.current.mine.note).toBe('eight as saved');
    const again = openNamed();
    act(() => again.result.current.takeUp());
    expect(again.result.current.mine).toEqual({ note: 'typed last', secret: '' });
    expect(JSON.stringify({ ...localStorage })).not.toContain('hunter2');
  });

  test('asks about what was entered under it before, and keeps both', () => {
    const editor = openNamed();
    type(editor, 'typed for seven');
    editor.rerender(eighth);
    type(editor, 'typed for eight');
    editor.rerender(seventh);
    expect(editor.result.current).toMatchObject({ mine: { note: 'as saved' }, dirty: false });
    act(() => editor.result.current.takeUp());
    expect(editor.result.current.mine.note).toBe('typed for seven');
    editor.rerender(eighth);
    act(() => editor.result.current.takeUp());
    expect(editor.result.current.mine.note).toBe('typed for eight');
    editor.unmount();
    expect([asks(seventh), asks(eighth)]).toEqual([true, true]);
  });

  test('leaves a question that was not answered for the next time', () => {
    const first = openNamed();
    type(first, 'typed for seven');
    first.unmount();
    const editor = openNamed();
    editor.rerender(eighth);
    editor.rerender(seventh);
    expect(editor.result.current.earlier).toBeDefined();
    act(() => editor.result.current.giveUp());
    editor.rerender(eighth);
    editor.unmount();
    expect(asks(seventh)).toBe(false);
  });

  test.each([
    ['was saved', (editor: Named) => editor.result.current.done()],
    ['was saved and is edited on', (editor: Named) => editor.result.current.done({ version: 2, note: 'typed' })],
    ['was set back', (editor: Named) => editor.result.current.reset()],
  ])('keeps nothing of a former one that %s', (_, end) => {
    const editor = openNamed();
    type(editor, 'typed');
    act(() => vi.advanceTimersByTime(1_000));
    act(() => end(editor));
    editor.rerender(eighth);
    type(editor, 'typed for eight');
    act(() => vi.advanceTimersByTime(1_000));
    expect([asks(seventh), asks(eighth)]).toEqual([false, true]);
  });

  test('is not touched by a save of the former one that is answered late, which keeps nothing of that', () => {
    const editor = openNamed();
    type(editor, 'typed for seven');
    const { done, set } = editor.result.current;
    editor.rerender(eighth);
    type(editor, 'typed for eight');
    act(() => done({ version: 2, note: 'typed for seven' }));
    act(() => set({ note: 'late', secret: '' }));
    expect(editor.result.current).toMatchObject({ base: eight, mine: { note: 'typed for eight' }, dirty: true });
    editor.unmount();
    expect([asks(seventh), asks(eighth)]).toEqual([false, true]);
  });

  test('may be none: nothing is kept then', () => {
    const editor = openNamed({ ...seventh, name: undefined });
    type(editor, 'typed');
    editor.rerender(eighth);
    editor.unmount();
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

describe('an editor that puts its input on their version by itself', () => {
  type Pair = { left: string; right: string };
  /** Both may change one side each; of the same side a person decides. */
  const merge = (base: Pair, mine: Pair, theirs: Pair): Pair | undefined => {
    const side = (of: keyof Pair): string | undefined => {
      if (mine[of] === base[of]) return theirs[of];
      return theirs[of] === base[of] ? mine[of] : undefined;
    };
    const [left, right] = [side('left'), side('right')];
    return left === undefined || right === undefined ? undefined : { left, right };
  };
  const base: Pair = { left: 'l', right: 'r' };
  const openPair = (shown: Pair = base) =>
    renderHook((props: Pair) => useDraft<Pair, Pair>({ base: props, begin: (of) => of, merge, name: 'pair' }), {
      initialProps: shown,
    });

  test('has no conflict while they change something else', () => {
    const editor = openPair();
    act(() => editor.result.current.set({ left: 'mine', right: 'r' }));
    editor.rerender({ left: 'l', right: 'theirs' });
    expect(editor.result.current).toMatchObject({
      base: { left: 'l', right: 'theirs' },
      mine: { left: 'mine', right: 'theirs' },
      conflict: false,
    });
  });

  test('has one when they change the same, until that is taken back', () => {
    const editor = openPair();
    act(() => editor.result.current.set({ left: 'mine', right: 'mine' }));
    editor.rerender({ left: 'theirs', right: 'r' });
    expect(editor.result.current).toMatchObject({ base, conflict: true });
    act(() => editor.result.current.set({ left: 'l', right: 'mine' }));
    expect(editor.result.current).toMatchObject({
      mine: { left: 'theirs', right: 'mine' },
      conflict: false,
      dirty: true,
    });
  });

  test.each([
    ['is put on what they changed besides', { left: 'l', right: 'theirs' }, false],
    ['is a conflict with what they changed too', { left: 'theirs', right: 'r' }, true],
  ])('earlier input %s', (_, theirs, conflict) => {
    const first = openPair();
    act(() => first.result.current.set({ left: 'mine', right: 'r' }));
    first.unmount();
    const second = openPair(theirs);
    expect(second.result.current.earlier).toMatchObject({ outdated: conflict });
    act(() => second.result.current.takeUp());
    expect(second.result.current.conflict).toBe(conflict);
    expect(second.result.current.mine).toEqual({ left: 'mine', right: conflict ? 'r' : 'theirs' });
  });
});
