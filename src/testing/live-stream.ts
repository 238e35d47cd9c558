import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { startLive } from '#web/base/live.ts';

/** The stream of live events, which jsdom does not have. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly open = new Set<Stream>();
  readyState = 1;

  constructor() {
    super();
    Stream.open.add(this);
  }

  close(): void {
    this.readyState = Stream.CLOSED;
    Stream.open.delete(this);
  }
}

/**
 * Keeps the live connection open during the tests of a file: call it once, outside of tests. Hands back how the server tells what
 * happened, by topic; the payload is JSON.
 */
export function liveStream(): (topic: string, payload?: unknown) => Promise<void> {
  let stop = (): void => undefined;
  beforeEach(() => {
    vi.stubGlobal('EventSource', Stream);
    stop = startLive();
  });
  afterEach(() => {
    stop();
    for (const stream of Stream.open) stream.close();
  });
  return (topic, payload = null) =>
    act(async () => {
      for (const stream of Stream.open)
        stream.dispatchEvent(new MessageEvent(topic, { data: JSON.stringify(payload) }));
    });
}
