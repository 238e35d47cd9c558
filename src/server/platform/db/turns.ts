/** Gives turns strictly in the order they were requested; call what you get when your turn is over. */
export function createTurns(): () => Promise<() => void> {
  let tail: Promise<void> = Promise.resolve();
  return async () => {
    const before = tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    tail = promise;
    await before;
    return resolve;
  };
}
