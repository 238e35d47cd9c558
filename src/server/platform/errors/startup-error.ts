/** The product cannot start, for a reason that the person who started it can mend; the message is in both languages. */
export class StartupError extends Error {
  readonly zh: string;
  readonly en: string;

  constructor(zh: string, en: string) {
    super(`${zh}\n${en}`);
    this.name = 'StartupError';
    this.zh = zh;
    this.en = en;
  }
}
