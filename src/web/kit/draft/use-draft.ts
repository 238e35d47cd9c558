import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftsKey, forgetDraft, keepDraft, type SavedDraft, readDraft } from './saved-drafts.ts';

/** What is edited, and how. */
export type DraftOptions<B, T> = {
  /** What the server has. Another one while something is entered is a conflict; otherwise the editor follows it. */
  base: B;
  /** What the editor begins with. */
  begin: (base: B) => T;
  /**
   * Under which name it is kept in this browser, such as `entity/asset/7`; without one it lives as long as the editor.
   * Another name begins another input; that of the former name is kept.
   */
  name?: string | undefined;
  /** Do two inputs say the same? As JSON, unless stated. */
  same?: ((one: T, other: T) => boolean) | undefined;
  /** What of the input may be kept: everything, unless stated. Secrets never. */
  keep?: ((mine: T) => T) | undefined;
  /** The input put on their version; undefined where a person has to decide. Without it, every other version is a conflict. */
  merge?: ((base: B, mine: T, theirs: B) => T | undefined) | undefined;
};

/** The input of one editor. `base` and `mine` belong together; `theirs` is there while somebody else's change waits. */
export type DraftHandle<B, T> = {
  readonly base: B;
  readonly mine: T;
  readonly theirs: B | undefined;
  /** Would anything be lost? */
  readonly dirty: boolean;
  /** Somebody else has saved another version since: it has to be decided before saving. */
  readonly conflict: boolean;
  /** What was entered before and neither saved nor given up; to be asked about before anything else is entered. */
  readonly earlier: { readonly at: number; readonly outdated: boolean } | undefined;
  readonly set: (next: T | ((latest: T) => T)) => void;
  /** The server refused: this is what it has now. Without anything, the decision is put off until the next attempt to save. */
  readonly meet: (theirs: B | undefined) => void;
  /** Ends a conflict: their version is the base from now on, with this input on it. */
  readonly settle: (mine: T) => void;
  /** Back to what the server has. */
  readonly reset: () => void;
  /**
   * It was saved or given up: nothing is kept. With what the server has now, the editor goes on from there; with what was sent, too,
   * input that came after it stays.
   */
  readonly done: (base?: B, sent?: T) => void;
  /** The answers to the question about what was entered before. */
  readonly takeUp: () => void;
  readonly giveUp: () => void;
};

/** Input that was kept by an earlier opening of this editor. */
type Earlier<B, T> = SavedDraft & { base: B; mine: T };
type State<B, T> = {
  name: string | undefined;
  base: B;
  mine: T;
  theirs: B | undefined;
  seen: B;
  earlier: Earlier<B, T> | undefined;
  /** What was entered under the name before. */
  former: State<B, T> | undefined;
};

const settleMs = 300;
const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The input as it begins, with what was kept of it before. */
function begun<B, T>(
  { base, begin, name, same = sameJson }: DraftOptions<B, T>,
  key: string,
  former?: State<B, T>,
): State<B, T> {
  const mine = begin(base);
  const kept = name === undefined ? undefined : (readDraft(key, name) as Earlier<B, T> | undefined);
  const earlier = kept === undefined || same(kept.mine, mine) ? undefined : kept;
  return { name, base, mine, theirs: undefined, seen: base, earlier, former };
}

/** The server has another version: it is followed, or the input is put on it, or it is a conflict. */
function met<B, T>(state: State<B, T>, theirs: B, { begin, same = sameJson, merge }: DraftOptions<B, T>): State<B, T> {
  const { base, mine } = state;
  if (sameJson(base, theirs)) return { ...state, theirs: undefined };
  const followed = { ...state, base: theirs, theirs: undefined };
  if (same(mine, begin(base))) return { ...followed, mine: begin(theirs) };
  if (same(mine, begin(theirs))) return followed;
  const merged = merge?.(base, mine, theirs);
  return merged === undefined ? { ...state, theirs } : { ...followed, mine: merged };
}

/** The earlier input as it is taken up again; what was changed meanwhile is met. */
function takenUp<B, T>(state: State<B, T>, options: DraftOptions<B, T>): State<B, T> {
  if (state.earlier === undefined) return state;
  const { base, mine } = state.earlier;
  return met({ ...state, base, mine, earlier: undefined }, state.base, options);
}

/** Writes the input down once it has settled, and at the latest when its name, the editor or the window goes. */
function useKeeping<B, T>(state: State<B, T>, write: (state: State<B, T>) => void): void {
  const waiting = useRef<(() => void) | undefined>(undefined);
  const last = useRef({ former: state.former, write });
  const flush = useRef((): void => {
    const now = waiting.current;
    waiting.current = undefined;
    now?.();
  });
  const latest = useEffectEvent(() => write);
  useEffect(() => {
    const { former } = state;
    const now = latest();
    // The former input is written once, by the options of its own time.
    if (former !== undefined && former !== last.current.former) last.current.write(former);
    last.current = { former, write: now };
    waiting.current = () => now(state);
    const timer = setTimeout(flush.current, settleMs);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    const now = flush.current;
    globalThis.addEventListener('pagehide', now);
    return () => {
      globalThis.removeEventListener('pagehide', now);
      now();
    };
  }, []);
}

/**
 * The input of an editor: what it stands on, what was entered, what somebody else saved meanwhile. With a name it outlives
 * a session that ends, a closed window and a restart; anyone who opens the editor again is asked about it (`DraftFrame`).
 */
export function useDraft<B, T>(options: DraftOptions<B, T>): DraftHandle<B, T> {
  const { base: known, begin, name, same = sameJson, keep = (mine: T) => mine, merge } = options;
  const [key] = useState(draftsKey);
  const [state, setState] = useState<State<B, T>>(() => begun(options, key));
  // The names whose input was saved or given up.
  const [finished] = useState(() => new Set<string | undefined>());

  if (state.name !== name) setState(begun(options, key, { ...state, former: undefined }));
  else if (state.seen !== known && !sameJson(state.seen, known))
    setState({ ...met(state, known, options), seen: known });

  const { base, mine, theirs, earlier } = state;
  useKeeping(state, (of) => {
    if (of.name === undefined || of.earlier !== undefined) return;
    const entered = !same(of.mine, begin(of.base));
    if (entered && !finished.has(of.name)) keepDraft(key, of.name, { base: of.base, mine: keep(of.mine) });
    else forgetDraft(key, of.name);
  });

  /** What was begun under one name changes nothing under another. */
  const change = (next: (last: State<B, T>) => Partial<State<B, T>>): void =>
    setState((last) => (last.name === name ? { ...last, ...next(last) } : last));
  const forget = (): void => {
    // Not yet asked about: it stays for the next time.
    if (earlier !== undefined) return;
    finished.add(name);
    if (name !== undefined) forgetDraft(key, name);
  };
  return {
    base,
    mine,
    theirs,
    dirty: !same(mine, begin(base)),
    conflict: theirs !== undefined,
    earlier:
      earlier === undefined ? undefined : { at: earlier.at, outdated: takenUp(state, options).theirs !== undefined },
    set: (next) => {
      finished.delete(name);
      change((last) => {
        const entered = { ...last, mine: typeof next === 'function' ? (next as (latest: T) => T)(last.mine) : next };
        return merge === undefined || last.theirs === undefined ? entered : met(entered, last.theirs, options);
      });
    },
    meet: (newer) => change(() => ({ theirs: newer })),
    settle: (decided) => change((last) => ({ base: last.theirs ?? last.base, mine: decided, theirs: undefined })),
    reset: () =>
      change((last) => {
        const current = last.theirs ?? last.base;
        return { base: current, mine: begin(current), theirs: undefined };
      }),
    done: (newBase, sent) => {
      forget();
      if (newBase === undefined) return;
      if (sent !== undefined) finished.delete(name);
      change((last) => ({
        base: newBase,
        mine: sent === undefined || last.mine === sent ? begin(newBase) : last.mine,
        theirs: undefined,
      }));
    },
    takeUp: () => {
      finished.delete(name);
      change((last) => takenUp(last, options));
    },
    giveUp: () => {
      if (name !== undefined) forgetDraft(key, name);
      change(() => ({ earlier: undefined }));
    },
  };
}
