import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { embedToken } from './embed.ts';
import { lineLost, onLineBack } from './line.ts';
import { LiveBus, type LiveMessage } from './live-bus.ts';
import { askAgain } from './use-call.ts';
import type { CallName } from '#contract/paths.ts';

const path = '/api/live';
const channelName = 'portolan-live';
const lockName = 'portolan-live-leader';
const wantTopic = 'want';
const longestWaitMs = 30_000;

const bus = new LiveBus();

/** Is the live connection of this browser up? Followers believe their leader. */
export const useLiveStatus = create<{ connected: boolean }>(() => ({ connected: true }));

function receive(message: LiveMessage): void {
  if (message.topic === 'status') useLiveStatus.setState({ connected: message.payload === true });
  bus.dispatch(message);
}

/** Reads one event of the stream; data that is no JSON is left out. */
function parseLive(event: Pick<MessageEvent<string>, 'type' | 'data' | 'lastEventId'>): LiveMessage | undefined {
  try {
    return { id: event.lastEventId, topic: event.type, payload: JSON.parse(event.data) as unknown };
  } catch {
    return undefined;
  }
}

/** Keeps one stream open and tells everybody what comes; hands back how to end it. */
function openStream(notify: (message: LiveMessage) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = 1_000;
  const status = (connected: boolean): void => notify({ id: '', topic: 'status', payload: connected });
  const hear = (event: MessageEvent<string>): void => {
    const message = parseLive(event);
    if (message) notify(message);
  };
  bus.onTopic = (topic) => source?.addEventListener(topic, hear);
  const connect = (): void => {
    // Without a place in the stream: what happened since this page was opened may not be in the answers it has.
    const from = bus.lastId === '' ? `openMs=${Math.round(performance.now())}` : `lastEventId=${bus.lastId}`;
    const opened = new EventSource(`${path}?${from}`);
    source = opened;
    opened.addEventListener('open', () => {
      waitMs = 1_000;
      status(true);
    });
    for (const topic of bus.topics) opened.addEventListener(topic, hear);
    opened.addEventListener('error', () => {
      status(false);
      lineLost();
      // The browser reconnects by itself, with Last-Event-ID, unless the server answered with an error.
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    });
  };
  connect();
  // However long the next attempt would wait: the server was asked and is there.
  const stopWaiting = onLineBack(() => {
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    connect();
  });
  return () => {
    stopWaiting();
    clearTimeout(timer);
    source?.close();
  };
}

const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/**
 * Starts the live connection of this window: one window of the browser holds the stream and passes on what
 * comes; when it closes, the next one takes over. Hands back how to stop.
 */
export function startLive(): () => void {
  if (embedToken() !== null || typeof EventSource === 'undefined') return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  // Web Locks exist on https and localhost only; elsewhere every window has its own stream.
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) {
    const close = openStream(receive);
    signal.addEventListener('abort', close);
    return () => stop.abort();
  }
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
    if (data.topic === wantTopic) bus.want(String(data.payload));
    else receive(data);
  });
  // The leader learns here what this window listens to; it asks the same when it takes over.
  const ask = (topic: string): void =>
    channel.postMessage({ id: '', topic: wantTopic, payload: topic } satisfies LiveMessage);
  bus.onTopic = ask;
  for (const topic of bus.topics) ask(topic);
  signal.addEventListener('abort', () => channel.close());
  navigator.locks
    .request(lockName, { signal }, async () => {
      const close = openStream((message) => {
        receive(message);
        if (!signal.aborted) channel.postMessage(message);
      });
      await wait(signal);
      close();
    })
    .catch((error: unknown) => {
      if (!signal.aborted) console.warn('live updates could not start', error);
    });
  return () => stop.abort();
}

/** Hears about a topic while the page is on screen; also called without payload when the server lost our place. */
export function useLive(topic: string, handler: (payload: unknown) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => bus.subscribe(topic, (payload) => handle(payload)), [topic]);
}

/** Asks a call's answers again when its topic moves, also for what moved while the page was hidden. */
export function useLiveRefetch(topic: string, name: CallName): void {
  const client = useQueryClient();
  useLive(topic, () => void askAgain(client, name));
}
