import { expect, test } from 'vitest';
import { columnsOf } from './job-log.ts';

test('texts of others are stored in a line of the product, whatever they hold', () => {
  const info = `cut in half: \ud83d; zero \0; written out: \\u0000; quote " and \\`;
  const line = {
    at: 0,
    level: 'info' as const,
    code: 'job.log.remoteState' as const,
    params: { id: '1', state: 'x', info },
  };
  const [, , [message = ''], [states]] = columnsOf([line]);
  const kept = JSON.parse(states ?? 'null').params.info;
  expect(kept).toBe('cut in half: \ufffd; zero ; written out: \\u0000; quote " and \\');
  expect(message.isWellFormed() && !message.includes('\0')).toBe(true);
});
