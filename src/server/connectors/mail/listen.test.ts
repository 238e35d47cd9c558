import { connect, type Socket } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import type { MailLimits } from './limits.ts';
import { type HandedMail, type MailServer, startMailServer } from './listen.ts';

const running: MailServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

type Options = { limits?: Partial<MailLimits>; sizeBytes?: number; keep?: () => Promise<void> };

async function start({ keep = () => Promise.resolve(), ...options }: Options = {}) {
  const mails: HandedMail[] = [];
  const server = await startMailServer({
    host: '127.0.0.1',
    port: 0,
    domain: 'inbound.example',
    sizeBytes: 100_000,
    tls: null,
    isMailbox: (address) => Promise.resolve(address === 'known@inbound.example'),
    keep: async (mail) => {
      await keep();
      mails.push(mail);
    },
    log: silentLog,
    ...options,
  });
  running.push(server);
  const send = async (mail: SendMailOptions): Promise<string> => {
    const transport = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true });
    try {
      return (await transport.sendMail({ from: 'a@sender.example', subject: 'x', text: 'y', ...mail })).response;
    } finally {
      transport.close();
    }
  };
  return { port: server.port, mails, send };
}

/** Lines that a server answers to lines of a client. */
async function talk(port: number, lines: readonly string[]): Promise<string[]> {
  const socket: Socket = connect(port, '127.0.0.1');
  const answers: string[] = [];
  const waiting = [...lines];
  socket.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve(answers));
    socket.on('data', (text: string) => {
      answers.push(...text.split('\r\n').filter((line) => /^\d{3} /.test(line)));
      const next = waiting.shift();
      if (next === undefined) socket.end();
      else socket.write(`${next}\r\n`);
    });
  });
}

test('a mail for a known address is kept with its envelope before it is accepted', async () => {
  const { send, mails } = await start();
  expect(await send({ to: 'Known@Inbound.example' })).toBe('250 2.0.0 Kept');
  expect(mails).toMatchObject([{ from: 'a@sender.example', to: ['known@inbound.example'], ip: '127.0.0.1' }]);
  expect(mails[0]?.raw.toString()).toContain('Subject: x');
});

test('unknown addresses and other domains are refused alike: nothing is passed on', async () => {
  const { send, mails } = await start();
  for (const to of ['nobody@inbound.example', 'known@other.example', 'known@sub.inbound.example'])
    await expect(send({ to })).rejects.toThrow('550 5.1.1 No such mailbox here');
  expect(mails).toEqual([]);
});

test('nobody signs in, and no encryption is offered without a certificate', async () => {
  const { port } = await start();
  const answers = await talk(port, ['EHLO x', 'AUTH PLAIN AGEAYg==', 'STARTTLS', 'VRFY known', 'QUIT']);
  expect(answers.map((line) => line.slice(0, 3))).toEqual(['220', '250', '500', '500', '252', '221']);
});

test('a mail that is too large is refused, whether its size is announced or not', async () => {
  const { send, mails, port } = await start({ sizeBytes: 20_000 });
  await expect(send({ to: 'known@inbound.example', text: 'z'.repeat(40_000) })).rejects.toThrow('552');
  const body = Array.from({ length: 500 }, () => 'z'.repeat(80)).join('\r\n');
  const answers = await talk(port, [
    'EHLO x',
    'MAIL FROM:<a@sender.example>',
    'RCPT TO:<known@inbound.example>',
    'DATA',
    `${body}\r\n.`,
    'QUIT',
  ]);
  expect(answers.at(-2)).toMatch(/^552/);
  expect(mails).toEqual([]);
});

test('what could not be kept is asked for again', async () => {
  let isAway = true;
  const keep = () => (isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve());
  const { send, mails } = await start({ keep });
  await expect(send({ to: 'known@inbound.example' })).rejects.toThrow('451 4.3.0');
  isAway = false;
  expect(await send({ to: 'known@inbound.example' })).toMatch(/^250/);
  expect(mails).toHaveLength(1);
});

test('an address that tries many recipients is left out for a while, also for known ones', async () => {
  const { send } = await start({ limits: { refusedPerAddress: 3 } });
  for (const name of ['a', 'b', 'c']) await expect(send({ to: `${name}@inbound.example` })).rejects.toThrow('550');
  await expect(send({ to: 'known@inbound.example' })).rejects.toThrow('421');
});

test('mails and bytes at once are limited', async () => {
  const many = await start({ limits: { mailsPerAddress: 2 } });
  for (const _ of [1, 2]) await many.send({ to: 'known@inbound.example' });
  await expect(many.send({ to: 'known@inbound.example' })).rejects.toThrow('421');
  const large = await start({ limits: { bytesAtOnce: 10_000 } });
  await expect(large.send({ to: 'known@inbound.example', text: 'z'.repeat(20_000) })).rejects.toThrow('451');
  // What was dropped counts no more.
  expect(await large.send({ to: 'known@inbound.example' })).toMatch(/^250/);
});

test('connections of one address are limited', async () => {
  const { port } = await start({ limits: { connectionsPerAddress: 1 } });
  const first = connect(port, '127.0.0.1');
  await new Promise((resolve) => first.once('data', resolve));
  expect((await talk(port, []))[0]).toMatch(/^421/);
  first.destroy();
});
