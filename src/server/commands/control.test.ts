import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import type { Requested } from './command.ts';
import { askRunning, listenForCommands } from './control.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-control-'));
afterAll(() => rmSync(folder, { recursive: true }));
const requested: Requested = { name: 'doctor', operand: '一', options: ['yes'], answers: { password: 'a\nb' } };

test.skipIf(process.platform === 'win32')('the running product runs a command for the console', async () => {
  expect(await askRunning(folder, requested, () => {})).toBeUndefined();
  const got: Requested[] = [];
  const stop = await listenForCommands(
    folder,
    async (one, say) => {
      got.push(one);
      if (one.name === 'refused') throw new StartupError('不行', 'no');
      if (one.name === 'broken') throw new Error('postgres://user:geheim@host');
      say('行 1', 'line 2');
      return 3;
    },
    silentLog,
  );
  expect(statSync(join(folder, 'command.sock')).mode & 0o777).toBe(0o600);
  const message: string[] = [];
  expect(await askRunning(folder, requested, (...lines) => void message.push(...lines))).toBe(3);
  expect(message).toEqual(['行 1', 'line 2']);
  expect(got).toEqual([requested]);
  await expect(askRunning(folder, { ...requested, name: 'refused' }, () => {})).rejects.toMatchObject({
    zh: '不行',
    en: 'no',
  });
  await expect(askRunning(folder, { ...requested, name: 'broken' }, () => {})).rejects.toThrow(
    'The command failed; the log of the product says why.',
  );
  // What is no command ends its own connection only.
  const socket = connect(join(folder, 'command.sock'));
  socket.write('x'.repeat(200_000));
  await new Promise((done) => socket.once('close', done).on('error', () => {}));
  expect(await askRunning(folder, requested, () => {})).toBe(3);
  await stop();
  expect(await askRunning(folder, requested, () => {})).toBeUndefined();
});
