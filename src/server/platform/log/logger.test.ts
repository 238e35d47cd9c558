import { expect, test, vi } from 'vitest';
import { noteDatabaseLost } from '#server/platform/errors/database-lost.ts';
import { countOutages, createLogger, withoutUrlSecrets } from './logger.ts';
import { soon } from '#testing/soon.ts';

function capture(): { lines: () => Record<string, unknown>[]; write: (line: string) => void } {
  const written: string[] = [];
  return {
    write: (line) => void written.push(line),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

test('writes one JSON line with level as a word and time in UTC', () => {
  const to = capture();
  createLogger({ level: 'info' }, to).info({ requestId: 'r1' }, 'done');
  expect(to.lines()).toEqual([
    expect.objectContaining({ level: 'info', msg: 'done', requestId: 'r1', time: expect.stringMatching(/Z$/) }),
  ]);
});

test('never writes secrets', () => {
  const to = capture();
  const log = createLogger({ level: 'info' }, to);
  const failure = Object.assign(new Error('connect postgres://user:hunter2@db/x failed'), {
    detail: 'Key (email)=(hunter2)',
    code: '23505',
  });
  log.info({
    password: 'hunter2',
    body: { token: 'hunter2', deep: { clientSecret: 'hunter2' } },
    req: { headers: { cookie: 'hunter2' } },
  });
  log.error({ err: failure }, 'failed');
  expect(JSON.stringify(to.lines())).not.toContain('hunter2');
  expect(to.lines()[1]).toMatchObject({ err: { code: '23505', message: 'connect postgres://***@db/x failed' } });
});

test('below its level it is silent', () => {
  const to = capture();
  createLogger({ level: 'warn' }, to).info('x');
  expect(to.lines()).toEqual([]);
});

test('URLs lose their passwords', () => {
  expect(withoutUrlSecrets('see https://a:b@host/p and http://host/p@x')).toBe(
    'see https://***@host/p and http://host/p@x',
  );
});

test('while the database is away, one line says so, and one how long it was and how many messages were left out', async () => {
  const to = capture();
  const log = createLogger({ level: 'info' }, to);
  let isAway = true;
  countOutages(log, () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
  const lost = (): Error =>
    noteDatabaseLost(Object.assign(new Error('connect postgres://u:p@db'), { code: 'ECONNREFUSED' }));
  for (let place = 0; place < 55; place += 1) log.child({ place }).error({ err: lost() }, 'work failed');
  // Another counterpart that is away is no matter of the database.
  log.warn({ err: Object.assign(new Error('mail'), { code: 'ECONNREFUSED' }) }, 'mail failed');
  expect(to.lines().map(({ msg }) => msg)).toEqual([
    expect.stringContaining('the database does not answer'),
    'mail failed',
  ]);
  expect(JSON.stringify(to.lines())).not.toContain('u:p');
  isAway = false;
  await vi.waitFor(
    () => expect(to.lines().at(-1)).toMatchObject({ msg: 'the database answers again', messagesLeftOut: 54 }),
    soon,
  );
  log.error({ err: lost() }, 'work failed');
  expect(to.lines()).toHaveLength(4);
});
