import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks one question; what is hidden is not shown while it is typed. */
export type Question = (text: string, preset?: string, hidden?: boolean) => Promise<string>;

/** Asks questions on the terminal, or reads the answers from lines that are piped in. */
export async function askOnConsole<T>(work: (question: Question) => Promise<T>): Promise<T> {
  let isHidden = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const input = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const lines = input[Symbol.asyncIterator]();
  try {
    return await work(async (text, preset = '', hidden = false) => {
      process.stdout.write(`${text}${preset === '' ? '' : ` [${preset}]`}: `);
      isHidden = hidden;
      const { value, done } = await lines.next();
      if (hidden && process.stdin.isTTY) process.stdout.write('\n');
      isHidden = false;
      return done === true || String(value).trim() === '' ? preset : String(value).trim();
    });
  } finally {
    input.close();
  }
}
