import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftsKey, forgetDraft, keepDraft, type KeptDraft, readDraft } from './kept-drafts.ts';

/** What is edited, and how. */
export type DraftOptions<B, T> = {
  /** What the server has. Another one while something is entered is a conflict; otherwise the editor follows it. */
  base: B;
  /** What the editor begins with. */
  begin: (base: B) => T;
  /** Under which name it is kept in this browser, such as `entity/asset/7`; without one it lives as long as the editor. */
  name?: string | undefined;
  /** Do two inputs say the same? As JSON, unless said. */
  same?: ((one: T, other: T) => boolean) | undefined;
  /** What of the input may be kept: everything, unless said. Secrets never. */
  keep?: ((mine: T) => T) | undefined;
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
  /** It was saved or given up: nothing is kept. With what the server has now, the editor goes on from there. */
  readonly done: (base?: B) => void;
  /** The answers to the question about what was entered before. */
  readonly takeUp: () => void;
  readonly giveUp: () => void;
};

/** Input that was kept by an earlier opening of this editor. */
type Earlier<B, T> = KeptDraft & { base: B; mine: T };
type State<B, T> = { base: B; mine: T; theirs: B | undefined; seen: B; earlier: Earlier<B, T> | undefined };

const settleMs = 300;
const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The earlier input as it is taken up again; what was changed meanwhile is a conflict. */
function takenUp<B, T>(state: State<B, T>): State<B, T> {
  if (state.earlier === undefined) return state;
  const { base, mine } = state.earlier;
  const outdated = !sameJson(base, state.base);
  return {
    ...state,
    base: outdated ? base : state.base,
    mine,
    theirs: outdated ? state.base : undefined,
    earlier: undefined,
  };
}

/** Writes the input down once it has settled, and at the latest when the editor or the window goes. */
function useKeeping(keep: (() => void) | undefined, moved: unknown): void {
  const waiting = useRef<(() => void) | undefined>(undefined);
  const flush = useRef((): void => {
    const write = waiting.current;
    waiting.current = undefined;
    write?.();
  });
  const now = useEffectEvent(() => keep);
  useEffect(() => {
    waiting.current = now();
    const timer = setTimeout(flush.current, settleMs);
    return () => clearTimeout(timer);
  }, [moved]);
  useEffect(() => {
    const write = flush.current;
    globalThis.addEventListener('pagehide', write);
    return () => {
      globalThis.removeEventListener('pagehide', write);
      write();
    };
  }, []);
}

/**
 * The input of an editor: what it stands on, what was entered, what somebody else saved meanwhile. With a name it outlives
 * a session that ends, a closed window and a restart; whoever opens the editor again is asked about it (`DraftFrame`).
 */
export function useDraft<B, T>(options: DraftOptions<B, T>): DraftHandle<B, T> {
  const { base: known, begin, name, same = sameJson, keep = (mine: T) => mine } = options;
  const [key] = useState(draftsKey);
  const [state, setState] = useState<State<B, T>>(() => {
    const mine = begin(known);
    const kept = name === undefined ? undefined : (readDraft(key, name) as Earlier<B, T> | undefined);
    const earlier = kept === undefined || same(kept.mine, mine) ? undefined : kept;
    return { base: known, mine, theirs: undefined, seen: known, earlier };
  });
  const finished = useRef(false);

  if (state.seen !== known && !sameJson(state.seen, known)) {
    const entered = !same(state.mine, begin(state.base));
    const next = { ...state, seen: known };
    if (sameJson(state.base, known)) setState({ ...next, theirs: undefined });
    else if (!entered) setState({ ...next, base: known, mine: begin(known), theirs: undefined });
    else if (same(state.mine, begin(known))) setState({ ...next, base: known, theirs: undefined });
    else setState({ ...next, theirs: known });
  }

  const { base, mine, theirs, earlier } = state;
  const dirty = !same(mine, begin(base));
  const write = (): void => {
    if (name === undefined || earlier !== undefined) return;
    if (dirty && !finished.current) keepDraft(key, name, { base, mine: keep(mine) });
    else forgetDraft(key, name);
  };
  useKeeping(write, state);

  const forget = (): void => {
    // Not yet asked about: it stays for the next time.
    if (earlier !== undefined) return;
    finished.current = true;
    if (name !== undefined) forgetDraft(key, name);
  };
  return {
    base,
    mine,
    theirs,
    dirty,
    conflict: theirs !== undefined,
    earlier: earlier === undefined ? undefined : { at: earlier.at, outdated: !sameJson(earlier.base, base) },
    set: (next) => {
      finished.current = false;
      setState((last) => ({
        ...last,
        mine: typeof next === 'function' ? (next as (latest: T) => T)(last.mine) : next,
      }));
    },
    meet: (newer) => setState((last) => ({ ...last, theirs: newer })),
    settle: (decided) =>
      setState((last) => ({ ...last, base: last.theirs ?? last.base, mine: decided, theirs: undefined })),
    reset: () =>
      setState((last) => ({
        ...last,
        base: last.theirs ?? last.base,
        mine: begin(last.theirs ?? last.base),
        theirs: undefined,
      })),
    done: (newBase) => {
      forget();
      if (newBase !== undefined)
        setState((last) => ({ ...last, base: newBase, mine: begin(newBase), theirs: undefined }));
    },
    takeUp: () => {
      finished.current = false;
      setState(takenUp);
    },
    giveUp: () => {
      if (name !== undefined) forgetDraft(key, name);
      setState((last) => ({ ...last, earlier: undefined }));
    },
  };
}
