/** The live messages of a login: resolves to the moment of the next message of a topic. */
export async function openLive(url: string, cookie: string, topic: string) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/live`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  if (answer.body === null || !answer.ok) throw new Error(`no live stream: ${answer.status}`);
  const listeners = new Set<(at: number) => void>();
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      if (!decoder.decode(chunk, { stream: true }).includes(`event: ${topic}`)) continue;
      for (const listener of listeners) listener(performance.now());
      listeners.clear();
    }
  };
  read().catch(() => {});
  return {
    next: () => new Promise<number>((resolve) => listeners.add(resolve)),
    stop: () => stop.abort(),
  };
}
