/** One notification on its way. */
export type Notification = { channel: string; payload: string };

/** Gathers notifications for a moment, drops equal ones, and sends them together; `flush` sends at once. */
export function createNotifier(
  send: (notifications: Notification[]) => Promise<void>,
  delayMs: number,
): { notify: (channel: string, payload: string) => void; flush: () => Promise<void> } {
  const waiting = new Map<string, Notification>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...waiting.values()];
    waiting.clear();
    if (batch.length > 0) sending = sending.then(() => send(batch));
    return sending;
  };
  return {
    notify: (channel, payload) => {
      waiting.set(`${channel}\n${payload}`, { channel, payload });
      timer ??= setTimeout(() => void flush(), delayMs);
    },
    flush,
  };
}
