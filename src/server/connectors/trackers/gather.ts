import { toError } from '#shared/values/errors.ts';

/** What waits for the next call, by whom the call is made for. */
type Waiting<Item, Result> = { item: Item; take: (result: Result) => void; fail: (error: Error) => void };

/**
 * Gathers what several questions ask for at the same time into calls of at most `limit` items. `send` is given by the question that
 * begins a call, and answers each item by itself: one that is refused fails alone, a call that fails, fails all of its items.
 */
export function gatherCalls<Item, Result>({ limit, waitMs }: { limit: number; waitMs: number }) {
  const open = new Map<string, { waiting: Waiting<Item, Result>[]; close: () => void }>();
  const begin = (owner: string, send: (items: Item[]) => Promise<(item: Item) => Result>) => {
    const waiting: Waiting<Item, Result>[] = [];
    const close = (): void => {
      clearTimeout(timer);
      if (open.get(owner)?.waiting === waiting) open.delete(owner);
      send(waiting.map(({ item }) => item)).then(
        (answerOf) => {
          for (const { item, take, fail } of waiting) {
            try {
              take(answerOf(item));
            } catch (error) {
              fail(toError(error));
            }
          }
        },
        (error: unknown) => {
          for (const { fail } of waiting) fail(toError(error));
        },
      );
    };
    const timer = setTimeout(close, waitMs);
    const call = { waiting, close };
    open.set(owner, call);
    return call;
  };
  /** Asks for one item in the next call of its owner. */
  return (owner: string, item: Item, send: (items: Item[]) => Promise<(item: Item) => Result>): Promise<Result> =>
    new Promise((take, fail) => {
      const call = open.get(owner) ?? begin(owner, send);
      call.waiting.push({ item, take, fail });
      if (call.waiting.length >= limit) call.close();
    });
}
