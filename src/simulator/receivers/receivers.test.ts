import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { decodeHeader, readMail } from '#shared/mail/read-mail.ts';
import { createReceivedStore } from './received-store.ts';
import { checkWebhook, receiverSecret } from './receiver-routes.ts';
import { startSmtpServer, type Handed } from './smtp-server.ts';

const got: Handed[] = [];
const server = await startSmtpServer({
  host: '127.0.0.1',
  port: 0,
  onMail: (mail) => got.push(mail),
  refuse: (recipient) => (recipient.startsWith('full@') ? '552 5.2.2 Mailbox full' : undefined),
});
const guarded = await startSmtpServer({ host: '127.0.0.1', port: 0, onMail: () => {}, password: 'let me in' });
afterAll(() => Promise.all([server.stop(), guarded.stop()]));

const transport = (port: number, more: object = {}) =>
  createTransport({ host: '127.0.0.1', port, secure: false, ...more });

test('a mail of another program is read as it was written', async () => {
  const text = ['第一行：船期 é', '.a line with a dot', '', 'x'.repeat(1200), '🚢'].join('\n');
  const subject = '【异常】马士基航线延误 and a long subject that has to be folded, '.repeat(3).trim();
  await transport(server.port).sendMail({
    from: 'Portolan <a@portolan.example>',
    to: ['one@x.example', 'two@x.example'],
    subject,
    text,
    messageId: '<msg_1@portolan>',
  });
  const [mail] = got.splice(0);
  expect(mail).toMatchObject({ from: 'a@portolan.example', to: ['one@x.example', 'two@x.example'], user: null });
  expect(readMail(mail?.raw ?? '')).toMatchObject({ messageId: 'msg_1@portolan', subject, text });
});

test('one of two recipients may be refused; all refused is a failure', async () => {
  const info = await transport(server.port).sendMail({
    from: 'a@x.example',
    to: 'full@x.example, b@x.example',
    text: '1',
  });
  expect([info.accepted, info.rejected]).toEqual([['b@x.example'], ['full@x.example']]);
  await expect(
    transport(server.port).sendMail({ from: 'a@x.example', to: 'full@x.example', text: '1' }),
  ).rejects.toMatchObject({ responseCode: 552 });
  got.splice(0);
});

test.each(['PLAIN', 'LOGIN'])('a login by %s is requested and checked', async (method) => {
  const mail = { from: 'a@x.example', to: 'b@x.example', text: 'x' };
  const auth = { user: 'u', pass: 'let me in', method };
  await transport(guarded.port, { auth, authMethod: method }).sendMail(mail);
  await expect(
    transport(guarded.port, { auth: { user: 'u', pass: 'wrong' }, authMethod: method }).sendMail(mail),
  ).rejects.toMatchObject({ code: 'EAUTH' });
  await expect(transport(guarded.port).sendMail(mail)).rejects.toMatchObject({ responseCode: 530 });
});

test('nonsense is refused, and mails after it are taken', async () => {
  const statement = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      if (text === '') socket.write('NOSUCH\r\nEHLO a.example\r\nDATA\r\nRCPT TO:<a@b>\r\nMAIL FROM:<\r\nQUIT\r\n');
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
  expect(statement.match(/^\d{3}(?= )/gm)).toEqual(['220', '500', '250', '503', '503', '501', '221']);
  expect(got).toEqual([]);
  await transport(server.port).sendMail({ from: 'a@x.example', to: 'b@x.example', text: 'x' });
  expect(got.splice(0)).toHaveLength(1);
});

test('headers in both encodings, over several words', () => {
  expect(decodeHeader('=?UTF-8?Q?a=E8=88=B9_b?= =?utf-8?B?6Lev?= c')).toBe('a船 b路 c');
  expect(decodeHeader('=?UTF-8?B?6Iiw?=\r\n =?UTF-8?B?6Lev?=')).toBe('舰路');
});

test('the newest are kept, and found by their reference', () => {
  const store = createReceivedStore();
  const item = { time: 0, kind: 'mail', to: 'x', subject: null, text: '', signature: null, answer: '250' } as const;
  for (let n = 0; n < 2_100; n += 1) store.add({ ...item, reference: `r${n % 7}` });
  expect(store.list({ limit: 9_999 })).toHaveLength(2_000);
  expect(store.list({ reference: 'r3', limit: 2 }).map(({ id }) => Number(id) % 7)).toEqual([4, 4]);
  expect(store.count('none')).toBe(0);
});

test('a webhook is checked for its secret and its age', () => {
  const secret = receiverSecret('ALPHA');
  const headers = { id: 'msg_1', timestamp: '1000', signature: '' };
  expect(checkWebhook(headers, '{}', secret, 1_000_000)).toBe('missing');
  expect(checkWebhook({ ...headers, signature: 'v1,AAAA' }, '{}', secret, 1_000_000)).toBe('invalid');
});
