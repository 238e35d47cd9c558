import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { toError } from '#shared/values/errors.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Channel, Delivery, Outgoing } from './types.ts';

/** The login of a mailbox, written as user:password; the password may hold colons. */
function mailLogin(auth: string | null): { user: string; pass: string } | undefined {
  const [, user, pass] = auth === null ? [] : (/^([^:]+):(.*)$/s.exec(auth) ?? []);
  return user === undefined || pass === undefined ? undefined : { user, pass };
}

const timeouts = new Set(['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ECONNECTION_TIMEOUT']);

function failureOf(error: unknown): Delivery {
  const statement = asRecord(error);
  const code = typeof statement['code'] === 'string' ? statement['code'] : '';
  const responseCode = typeof statement['responseCode'] === 'number' ? statement['responseCode'] : undefined;
  const base = {
    ok: false,
    ...(responseCode === undefined ? {} : { code: responseCode }),
    detail: typeof statement['response'] === 'string' ? statement['response'] : code,
  };
  if (code === 'EAUTH') return { ...base, reason: 'mail_login_failed' };
  if (timeouts.has(code)) return { ...base, reason: 'timeout' };
  if (responseCode === undefined) return { ...base, reason: 'unreachable' };
  // 5xx says that the same mail will never be taken.
  return responseCode >= 500 ? { ...base, reason: 'mail_refused', final: true } : { ...base, reason: 'mail_put_off' };
}

function transportOf(smtpUrl: string, auth: string | null, timeoutMs: number) {
  const url = new URL(smtpUrl);
  const login = mailLogin(auth) ?? loginOf(url);
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 25),
    secure: url.protocol === 'smtps:',
    ...(login === undefined ? {} : { auth: login }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const loginOf = (url: URL): { user: string; pass: string } | undefined =>
  url.username === '' ? undefined : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };

const subjectOf = (message: Outgoing): string =>
  (message.subject ?? message.content.split('\n')[0] ?? '').replace(/[\r\n]+/g, ' ').slice(0, 255) || 'Portolan';

async function send(message: Outgoing, smtpUrl: string, from: string, timeoutMs: number): Promise<Delivery> {
  const to = message.address.split(/[\s,;]+/).filter(Boolean);
  const transport = transportOf(smtpUrl, message.auth, timeoutMs);
  try {
    const info = await transport.sendMail({
      from,
      to: to.map((address) => ({ name: '', address })),
      subject: subjectOf(message),
      text: message.content,
      // The same at every attempt, so that a mailbox can tell a repetition.
      messageId: `<${message.webhookId}@portolan>`,
      ...(message.replyTo == null ? {} : { inReplyTo: message.replyTo, references: message.replyTo }),
      // Programs do not answer it (RFC 3834).
      headers: {
        'X-Portolan-Event': message.event,
        'Auto-Submitted': message.replyTo === undefined ? 'auto-generated' : 'auto-replied',
      },
      attachments: (message.attachments ?? []).map(({ fileName, contentType, read }) => ({
        filename: fileName,
        contentType,
        content: Readable.from(read()),
      })),
    });
    const rejected = info.rejected.map(String);
    const detail = [info.response, ...(rejected.length === 0 ? [] : [`rejected: ${rejected.join(', ')}`])].join('; ');
    return { ok: true, code: Number.parseInt(info.response, 10) || 250, detail, sent: message.content };
  } catch (error) {
    return { ...failureOf(error), sent: message.content };
  } finally {
    transport.close();
  }
}

/** Bytes a second that a server has to take at least; files have so much more time than a mail without any. */
const slowestBytesPerSecond = 100_000;

const limitOf = ({ attachments = [] }: Outgoing, timeoutMs: number): number =>
  timeoutMs + (attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / slowestBytesPerSecond) * 1000;

/** Hands a mail over to the configured SMTP server. */
export const sendMail: Channel = async (message, { settings }, signal) => {
  const { smtpUrl } = settings;
  const url = typeof smtpUrl === 'function' ? await smtpUrl().catch(() => null) : smtpUrl;
  if (url === null || !URL.canParse(url)) {
    return { ok: false, reason: 'mail_not_configured', final: typeof smtpUrl !== 'function' };
  }
  signal?.throwIfAborted();
  const calledOff = new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(toError(signal.reason)), { once: true }),
  );
  calledOff.catch(() => {});
  // The limits of the transport are for each step: a server that says a word now and then would have no limit in all.
  const late: Delivery = { ok: false, reason: 'timeout', detail: 'ETIMEDOUT' };
  const { promise: limit, resolve } = Promise.withResolvers<Delivery>();
  const timer = setTimeout(resolve, limitOf(message, settings.timeoutMs), late);
  try {
    return await Promise.race([send(message, url, settings.smtpFrom, settings.timeoutMs), calledOff, limit]);
  } finally {
    clearTimeout(timer);
  }
};
