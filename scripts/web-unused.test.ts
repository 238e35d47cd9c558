import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unused } from './web-unused.ts';

test('no component asks for a part that the build leaves out', () => {
  const web = join(import.meta.dirname, '../src/web');
  const texts = globSync('**/*.tsx', { cwd: web }).map(
    (file) => [file, readFileSync(join(web, file), 'utf8')] as const,
  );
  const asking = unused.flatMap(({ queriedBy }) =>
    queriedBy.flatMap((word) => texts.filter(([, text]) => text.includes(word)).map(([file]) => `${file}: ${word}`)),
  );
  expect(asking).toEqual([]);
});
