import type { Readable } from 'node:stream';

/**
 * Lines of a stream, read as they are taken, so that who writes more has to wait. Throws on a line longer than `longest`: it is not kept.
 * (Node's own reader of lines also splits at characters that JSON leaves in texts.)
 */
export async function* linesOf(stream: Readable, longest: number): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  const chunks: AsyncIterable<string> = stream.setEncoding('utf8');
  for await (const chunk of chunks) {
    const [first = '', ...rest] = chunk.split('\n');
    parts.push(first);
    length += first.length;
    for (const next of rest) {
      yield parts.join('');
      parts = [next];
      length = next.length;
    }
    if (length > longest) throw new RangeError(`a line is longer than ${longest} characters`);
  }
}
