import { reportMemoryUse } from './bytes-cache.ts';

/** Bytes that several holders share: what does not fit is not held. Its figures are those of a cache with the same name. */
export class ByteBudget {
  readonly #limit: number;
  #held = 0;
  #holders = 0;

  constructor(name: string, limit: number) {
    this.#limit = limit;
    reportMemoryUse<ByteBudget>(name, this, (budget) => ({
      entries: budget.#holders,
      bytes: budget.#held,
      maxBytes: budget.#limit,
    }));
  }

  get held(): number {
    return this.#held;
  }

  /** Takes so many bytes if they fit; `give` must follow. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false;
    this.#held += bytes;
    this.#holders += 1;
    return true;
  }

  /** Gives bytes back that one or several calls of `take` took. */
  give(bytes: number, times = 1): void {
    this.#held -= bytes;
    this.#holders -= times;
  }
}
