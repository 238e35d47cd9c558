import { expect, test } from 'vitest';
import { StartupError } from './startup-error.ts';
import { startProblem } from './start-problem.ts';

const place = { dataDir: '/data', databaseUrl: 'postgres://app:geheim@db.example:5433/portolan' };
const coded = (fields: object, message = 'x'): Error => Object.assign(new Error(message), fields);

test.each([
  coded({ code: 'ENOSPC' }),
  coded({ code: '53100' }),
  coded({ errcode: 13 }),
  new Error('the embedded database did not start: could not write: No space left on device'),
])('a full disk is stated in plain words (%#)', (error) => {
  expect(startProblem(error, place)?.en).toContain('The disk is full');
  expect(startProblem(error, place)?.zh).toContain('磁盘已满');
});

test.each([coded({ code: 'EACCES' }), coded({ code: 'EROFS' }), coded({ errcode: 14 })])(
  'a data directory that may not be written is stated in plain words (%#)',
  (error) => expect(startProblem(error, place)?.en).toContain('may not write to the data directory /data'),
);

test('a plain message is kept, and a programming error is not reported as a full disk', () => {
  const known = new StartupError('甲', 'a');
  expect(startProblem(known, place)).toBe(known);
  expect(startProblem(new TypeError('x is undefined'), place)).toBeUndefined();
});

test.each([
  ['28P01', '"app"'],
  ['28000', '"app"'],
  ['3D000', '"portolan"'],
  ['ECONNREFUSED', 'db.example:5433'],
  ['ENOTFOUND', 'not known by name'],
  ['25006', 'standby'],
  ['57P03', 'starting or stopping'],
  ['53300', 'POOL_SIZE'],
  ['08P01', 'PgBouncer'],
])('what the database answers with %s is one line without the password', (code, statement) => {
  const { zh, en } = startProblem(coded({ code }), place) ?? {};
  expect(en).toContain(statement);
  expect(`${zh}${en}`).not.toMatch(/geheim|\n/);
});

test('the driver gives no code for a server that does not answer in time, nor for one without TLS', () => {
  expect(startProblem(new Error('timeout expired'), place)?.en).toContain('cannot be reached');
  expect(startProblem(new Error('The server does not support SSL connections'), place)?.en).toContain('sslmode');
});
