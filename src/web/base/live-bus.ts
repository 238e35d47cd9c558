/** One message of the live stream. */
export type LiveMessage = { readonly id: string; readonly topic: string; readonly payload: unknown };

type Handler = (payload: unknown) => void;

/** Passes messages on to anyone who listens to their topic, and remembers the place in the stream. */
export class LiveBus {
  lastId = '';
  /** Reported about every topic that somebody listens to, once each. */
  onTopic: (topic: string) => void = () => undefined;
  private readonly handlers = new Map<string, Set<Handler>>();
  private readonly known = new Set<string>(['resync', 'place']);

  /** The topics anybody has requested so far. */
  get topics(): readonly string[] {
    return [...this.known];
  }

  /** Notes that a topic is wanted, here or in another window. */
  want(topic: string): void {
    if (this.known.has(topic)) return;
    this.known.add(topic);
    this.onTopic(topic);
  }

  /** Listens to a topic; hands back how to stop. */
  subscribe(topic: string, handler: Handler): () => void {
    this.want(topic);
    const known = this.handlers.get(topic) ?? new Set();
    known.add(handler);
    this.handlers.set(topic, known);
    return () => {
      known.delete(handler);
      if (known.size === 0 && this.handlers.get(topic) === known) this.handlers.delete(topic);
    };
  }

  /** Tells the listeners of a topic; a lost place in the stream ("resync") concerns all of them. */
  dispatch(message: LiveMessage): void {
    if (message.id !== '') this.lastId = message.id;
    const concerned = message.topic === 'resync' ? [...this.handlers.values()] : [this.handlers.get(message.topic)];
    for (const set of concerned) {
      for (const handler of Array.from(set ?? [])) handler(message.topic === 'resync' ? undefined : message.payload);
    }
  }
}
