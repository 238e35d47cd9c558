import { Duplex } from 'node:stream';

const SYNC = 0x53;
const QUERY = 0x51;
const TERMINATE = 0x58;
const HEADER = 5;

/** What the server side of a connection says at the start: authentication done, UTF-8, idle. */
function greeting(): Buffer {
  const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const setting = Buffer.from('client_encoding\0UTF8\0');
  const parameter = Buffer.concat([Buffer.from([0x53, 0, 0, 0, setting.length + 4]), setting]);
  return Buffer.concat([authenticated, parameter, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]);
}

/**
 * What pg takes for its socket. Protocol messages are gathered into groups that end with Sync (or are a simple
 * query) and handed over one by one; start and end of the connection are answered here.
 */
export class EmbeddedStream extends Duplex {
  readonly #send: (group: Uint8Array<ArrayBuffer>) => void;
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  constructor(send: (group: Uint8Array<ArrayBuffer>) => void) {
    super();
    this.#send = send;
  }

  // pg calls these on its socket.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** The answer to the oldest group that has none yet. */
  answer(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.destroyed) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
    // As a socket does when both sides have ended.
    queueMicrotask(() => this.destroy());
  }

  #take(chunks: Buffer[]): void {
    this.#pending =
      this.#pending.length === 0 && chunks[0] !== undefined && chunks.length === 1
        ? chunks[0]
        : Buffer.concat([this.#pending, ...chunks]);
    if (!this.#started) this.#start();
    let from = 0;
    let at = 0;
    while (at + HEADER <= this.#pending.length) {
      const type = this.#pending[at];
      const end = at + 1 + this.#pending.readInt32BE(at + 1);
      if (end > this.#pending.length) break;
      at = end;
      if (type === TERMINATE) from = at;
      else if (type === SYNC || type === QUERY) {
        // A copy of exact size, whose memory is handed to the worker.
        this.#send(new Uint8Array(this.#pending.subarray(from, at)));
        from = at;
      }
    }
    this.#pending = this.#pending.subarray(from);
  }

  #start(): void {
    if (this.#pending.length < 4) return;
    const length = this.#pending.readInt32BE(0);
    if (this.#pending.length < length) return;
    this.#pending = this.#pending.subarray(length);
    this.#started = true;
    this.push(greeting());
  }
}
