import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { codeOf } from '#shared/values/errors.ts';
import { asRecord, isRecord } from '#shared/values/objects.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import type { Requested, Say } from './command.ts';

/** Addresses of sockets are short on every system. */
const longestPath = 100;
const longestLine = 100_000;

/** Where the running product listens for commands: a socket of the data directory, which only its owner may enter. */
function addressOf(dataDir: string): string | undefined {
  const directory = resolve(dataDir);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\portolan-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`;
  const whole = join(directory, 'command.sock');
  const short = relative(process.cwd(), whole);
  return [whole, short].find((path) => Buffer.byteLength(path) <= longestPath);
}

const send = (socket: Socket, message: object): void => void socket.write(`${JSON.stringify(message)}\n`);

function readRequested(line: string): Requested {
  const { name, operand, options, answers } = asRecord(JSON.parse(line));
  return {
    name: String(name),
    operand: typeof operand === 'string' ? operand : undefined,
    options: Array.isArray(options) ? options.map(String) : [],
    answers: Object.fromEntries(Object.entries(asRecord(answers)).map(([key, value]) => [key, String(value)])),
  };
}

/** The first line that comes; undefined when the other side ends before, or writes more than a command is. */
const firstLine = (socket: Socket): Promise<string | undefined> =>
  new Promise((done) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')));
      else if (text.length > longestLine) done(undefined);
    });
    socket.once('close', () => done(undefined));
    socket.once('end', () => done(undefined));
  });

/** Runs one command that came over a socket, and tells how it ended. */
async function serve(
  socket: Socket,
  run: (requested: Requested, say: Say) => Promise<number>,
  log: Logger,
): Promise<void> {
  socket.on('error', () => {});
  const line = await firstLine(socket);
  if (line === undefined) return void socket.destroy();
  try {
    send(socket, { ended: await run(readRequested(line), (...lines) => send(socket, { lines })) });
  } catch (error) {
    if (!(error instanceof StartupError)) log.error({ err: error }, 'a command of the console failed');
    const { zh, en } =
      error instanceof StartupError
        ? error
        : { zh: '命令失败，详情见产品的日志。', en: 'The command failed; the log of the product says why.' };
    send(socket, { refused: { zh, en } });
  }
  socket.end();
}

/**
 * Listens for commands of the console of this machine, which cannot open the embedded database themselves while it is in use.
 * The caller holds the lock of the data directory. Gives the call that ends it.
 */
export async function listenForCommands(
  dataDir: string,
  run: (requested: Requested, say: Say) => Promise<number>,
  log: Logger,
): Promise<() => Promise<void>> {
  const address = addressOf(dataDir);
  if (address === undefined) {
    log.warn(
      { dataDir },
      'the path of the data directory is too long: commands work only while the product is stopped',
    );
    return async () => {};
  }
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serve(socket, run, log);
  });
  if (process.platform !== 'win32') rmSync(address, { force: true });
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(address, done);
  });
  if (process.platform !== 'win32') chmodSync(address, 0o600);
  server.unref();
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
}

/** Has the product that runs with a data directory run a command; undefined when none runs. Throws StartupError as it does. */
export async function askRunning(dataDir: string, requested: Requested, say: Say): Promise<number | undefined> {
  const address = addressOf(dataDir);
  if (address === undefined) return undefined;
  const socket = connect(address);
  try {
    await new Promise<void>((done, reject) => {
      socket.once('connect', done);
      socket.once('error', reject);
    });
  } catch (error) {
    socket.destroy();
    if (['ENOENT', 'ECONNREFUSED'].includes(String(codeOf(error)))) return undefined;
    throw error;
  }
  send(socket, requested);
  for await (const line of createInterface({ input: socket })) {
    const { lines, ended, refused } = asRecord(JSON.parse(line));
    if (Array.isArray(lines)) say(...lines.map(String));
    if (isRecord(refused)) throw new StartupError(String(refused['zh']), String(refused['en']));
    if (typeof ended === 'number') return ended;
  }
  throw new StartupError('产品在命令执行期间结束。', 'The product ended while it ran the command.');
}
