import { expect, test } from 'vitest';
import { StartupError } from './startup-error.ts';
import { startProblem } from './start-problem.ts';

const coded = (fields: object, message = 'x'): Error => Object.assign(new Error(message), fields);

test.each([
  coded({ code: 'ENOSPC' }),
  coded({ code: '53100' }),
  coded({ errcode: 13 }),
  new Error('the embedded database did not start: could not write: No space left on device'),
])('a full disk is said in plain words (%#)', (error) => {
  expect(startProblem(error, '/data')?.en).toContain('The disk is full');
  expect(startProblem(error, '/data')?.zh).toContain('磁盘已满');
});

test.each([coded({ code: 'EACCES' }), coded({ code: 'EROFS' }), coded({ errcode: 14 })])(
  'a data directory that may not be written is said in plain words (%#)',
  (error) => expect(startProblem(error, '/data')?.en).toContain('may not write to the data directory /data'),
);

test('a plain message is kept, and a programming error is not reported as a full disk', () => {
  const known = new StartupError('甲', 'a');
  expect(startProblem(known, '/data')).toBe(known);
  expect(startProblem(new TypeError('x is undefined'), '/data')).toBeUndefined();
});
