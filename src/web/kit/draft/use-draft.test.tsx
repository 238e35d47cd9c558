import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserRecord } from '#contract/auth.ts';
import { clearSession, keepUser } from '#web/base/session.ts';
import { forgetDrafts, keepDraft, readDraft } from './kept-drafts.ts';
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
