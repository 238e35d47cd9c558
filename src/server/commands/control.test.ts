import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import type { Asked } from './command.ts';
import { askRunning, listenForCommands } from './control.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-control-'));
afterAll(() => rmSync(folder, { recursive: true }));
const asked: Asked = { name: 'doctor', operand: '一', options: ['yes'], answers: { password: 'a\nb' } };

test.skipIf(process.platform === 'win32')('the running product runs a command for the console', async () => {
  expect(await askRunning(folder, asked, () => {})).toBeUndefined();
  const got: Asked[] = [];
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
  const said: string[] = [];
  expect(await askRunning(folder, asked, (...lines) => void said.push(...lines))).toBe(3);
  expect(said).toEqual(['行 1', 'line 2']);
  expect(got).toEqual([asked]);
  await expect(askRunning(folder, { ...asked, name: 'refused' }, () => {})).rejects.toMatchObject({
    zh: '不行',
    en: 'no',
  });
  await expect(askRunning(folder, { ...asked, name: 'broken' }, () => {})).rejects.toThrow(
    'The command failed; the log of the product says why.',
  );
  // What is no command ends its own connection only.
  const socket = connect(join(folder, 'command.sock'));
  socket.write('x'.repeat(200_000));
  await new Promise((done) => socket.once('close', done).on('error', () => {}));
  expect(await askRunning(folder, asked, () => {})).toBe(3);
  await stop();
  expect(await askRunning(folder, asked, () => {})).toBeUndefined();
});
