import { expect, test } from 'vitest';
import { readFormFile } from './multipart.ts';

test('a form without end is refused once it is larger than a form may be', async () => {
  let sent = 0;
  const endless = (async function* () {
    yield Buffer.from('--xx\r\nContent-Disposition: form-data; name="note"\r\n\r\n');
    for (; sent < 200; sent += 1) yield Buffer.alloc(1_000_000, 0x41);
  })();
  await expect(readFormFile(endless, 'multipart/form-data; boundary=xx')).rejects.toMatchObject({
    code: 'edi.tooLarge',
    kind: 'too_large',
  });
  expect(sent).toBeLessThan(110);
});
