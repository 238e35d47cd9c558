import { expect, test } from 'vitest';
import { readFormFile } from './multipart.ts';

const contentType = 'multipart/form-data; boundary=xx';
const part = (disposition: string, content: string): string =>
  `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

/** The bytes of a form in pieces. */
async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('a form without end is refused once it is larger than a form may be', async () => {
  let sent = 0;
  const endless = (async function* () {
    yield Buffer.from('--xx\r\nContent-Disposition: form-data; name="note"\r\n\r\n');
    for (; sent < 200; sent += 1) yield Buffer.alloc(1_000_000, 0x41);
  })();
  await expect(readFormFile(endless, contentType)).rejects.toMatchObject({ code: 'edi.tooLarge', kind: 'too_large' });
  expect(sent).toBeLessThan(110);
});

test('parts beyond those that a form may have are passed over', async () => {
  const file = part('name="file"; filename="a.edi"', 'content');
  const fields = (count: number): string[] =>
    Array.from({ length: count }, (_none, at) => part(`name="field${at}"`, 'value'));
  expect(await readFormFile(pieces(...fields(20), file, '--xx--\r\n'), contentType)).toMatchObject({
    fileName: 'a.edi',
  });
  expect(await readFormFile(pieces(...fields(24), file, '--xx--\r\n'), contentType)).toBeUndefined();
});
