import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { portOf } from '#server/connectors/port-of.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { toError } from '#shared/values/errors.ts';
import { asRecord } from '#shared/values/objects.ts';
import { type MailLimits, networkOf, standardLimits, WindowCount } from './limits.ts';

/** A mail as it was handed over: the envelope, who handed it over, and all its bytes. */
export type HandedMail = {
  /** Empty: a bounce. */
  from: string;
  to: readonly string[];
  ip: string;
  helo: string;
  encrypted: boolean;
  raw: Buffer;
};

/** What a mail server needs; its callbacks may throw: the client is then asked to come again. */
export type MailServerOptions = {
  host: string;
  port: number;
  /** Domain of the addresses, in lower case. */
  domain: string;
  sizeBytes: number;
  /** Key and certificate in PEM; null: no encryption is offered. */
  tls: { key: string; cert: string } | null;
  limits?: Partial<MailLimits>;
  /** Is there such a mailbox now? The address is in lower case. */
  isMailbox: (address: string) => Promise<boolean>;
  /** Keeps a mail for good; it is accepted once the promise is fulfilled. */
  keep: (mail: HandedMail) => Promise<void>;
  log: Logger;
};

/** A running mail server. */
export type MailServer = { port: number; stop: () => Promise<void> };

/** A silent client is left after this time, and one that sends slowly after that. */
const silentMs = 60_000;
const slowMs = 300_000;
const maxRecipients = 20;

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

const later = (): Error => refusal(451, '4.3.0 Try again later');
const tooMany = (): Error => refusal(421, '4.7.0 Too many requests from your address, try again later');

type State = {
  options: MailServerOptions;
  limits: MailLimits;
  open: Map<string, number>;
  mails: WindowCount;
  refused: WindowCount;
  bytes: number;
};

function admit({ open, limits, refused }: State, ip: string): Error | undefined {
  const network = networkOf(ip);
  const count = open.get(network) ?? 0;
  open.set(network, count + 1);
  return count >= limits.connectionsPerAddress || refused.isFull(network, realClock.now()) ? tooMany() : undefined;
}

function leave({ open }: State, ip: string): void {
  const network = networkOf(ip);
  const count = (open.get(network) ?? 1) - 1;
  if (count > 0) open.set(network, count);
  else open.delete(network);
}

/** Whether a recipient is taken; what is refused looks the same for all addresses that are not. */
async function checkRecipient(state: State, address: string, session: SMTPServerSession): Promise<Error | undefined> {
  const { options, refused } = state;
  if (session.envelope.rcptTo.length >= maxRecipients) return refusal(452, '4.5.3 Too many recipients');
  const network = networkOf(session.remoteAddress);
  if (refused.isFull(network, realClock.now())) return tooMany();
  const lower = address.toLowerCase();
  if (lower.endsWith(`@${options.domain}`) && (await options.isMailbox(lower))) return undefined;
  refused.add(network, realClock.now());
  return refusal(550, '5.1.1 No such mailbox here');
}

/** All bytes of a mail; throws what the client is answered when it is too large, too slow, or when too much comes at once. */
async function readAll(state: State, stream: SMTPServerDataStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let own = 0;
  let problem: Error | undefined;
  const timer = setTimeout(() => {
    problem = refusal(421, '4.4.2 Too slow');
    stream.destroy(problem);
  }, slowMs);
  try {
    for await (const piece of stream) {
      const bytes = Buffer.from(piece);
      if (problem !== undefined) continue;
      if (state.bytes + bytes.length > state.limits.bytesAtOnce) problem = later();
      else if (own + bytes.length > state.options.sizeBytes) problem = refusal(552, '5.3.4 Message too big');
      else {
        pieces.push(bytes);
        own += bytes.length;
        state.bytes += bytes.length;
        continue;
      }
      // The rest is read and dropped: the answer follows the end of the mail.
      pieces.length = 0;
    }
    if (stream.sizeExceeded) problem ??= refusal(552, '5.3.4 Message too big');
    if (problem !== undefined) throw problem;
    return Buffer.concat(pieces, own);
  } finally {
    clearTimeout(timer);
    state.bytes -= own;
  }
}

const handedOf = (session: SMTPServerSession, raw: Buffer): HandedMail => ({
  from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
  to: session.envelope.rcptTo.map(({ address }) => address.toLowerCase()),
  ip: session.remoteAddress.replace(/^::ffff:(?=\d+\.)/i, ''),
  helo: session.hostNameAppearsAs || '',
  encrypted: session.secure,
  raw,
});

/** Runs a handler and answers what it came to; an error of our own asks the client to come again. */
async function answerWith(
  log: Logger,
  work: Promise<Error | undefined>,
  done: (error?: Error | null) => void,
): Promise<void> {
  let problem: Error | undefined;
  try {
    problem = await work;
  } catch (error) {
    const isAnswer = typeof asRecord(error)['responseCode'] === 'number';
    if (!isAnswer) log.error({ err: error }, 'a mail could not be taken and is asked for again');
    problem = isAnswer ? toError(error) : later();
  }
  done(problem ?? null);
}

const handlersOf = (state: State): SMTPServerOptions => {
  const { options, mails } = state;
  const { log } = options;
  return {
    onConnect: ({ remoteAddress }, done) => done(admit(state, remoteAddress) ?? null),
    onClose: ({ remoteAddress }) => leave(state, remoteAddress),
    onMailFrom: (_address, { remoteAddress }, done) =>
      done(mails.add(networkOf(remoteAddress), realClock.now()) ? null : tooMany()),
    onRcptTo: ({ address }, session, done) => void answerWith(log, checkRecipient(state, address, session), done),
    onData: (stream, session, done) => {
      const taken = readAll(state, stream).then(async (raw) => {
        await options.keep(handedOf(session, raw));
        return undefined;
      });
      void answerWith(log, taken, (error) => (error == null ? done(null, '2.0.0 Kept') : done(error)));
    },
  };
};

/**
 * Starts a mail server that takes mails for mailboxes of one domain and nothing else: nobody signs in, and nothing is passed on
 * (RFC 5321, RFC 3207). Throws when the port cannot be opened.
 */
export async function startMailServer(options: MailServerOptions): Promise<MailServer> {
  const limits = { ...standardLimits, ...options.limits };
  const state: State = {
    options,
    limits,
    open: new Map(),
    mails: new WindowCount(limits.mailsPerAddress),
    refused: new WindowCount(limits.refusedPerAddress),
    bytes: 0,
  };
  const server = new SMTPServer({
    name: options.domain,
    banner: 'ESMTP',
    size: options.sizeBytes,
    authOptional: true,
    disabledCommands: options.tls === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...(options.tls === null ? {} : { key: options.tls.key, cert: options.tls.cert, minVersion: 'TLSv1.2' as const }),
    disableReverseLookup: true,
    hideSMTPUTF8: true,
    maxClients: limits.connections,
    socketTimeout: silentMs,
    closeTimeout: 1_000,
    logger: false,
    ...handlersOf(state),
  });
  // A connection that breaks off concerns nobody but its client.
  server.on('error', (error) => options.log.debug({ err: error }, 'a connection of the mail server broke off'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  return {
    port: portOf(server.server) ?? options.port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
