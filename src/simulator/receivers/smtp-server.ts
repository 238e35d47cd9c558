import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { listeningPort } from '../listening-port.ts';

/** A mail as it was handed over: the envelope and every byte between DATA and the dot, as latin1. */
export type Handed = { from: string; to: string[]; raw: string; user: string | null };

/** What a mail server is instructed to do. */
export type SmtpOptions = {
  host: string;
  port: number;
  onMail: (mail: Handed) => void;
  /** The answer to a recipient, such as "552 5.2.2 Mailbox full"; undefined = accepted. */
  refuse?: (recipient: string) => string | undefined;
  /** Milliseconds to wait before the greeting. */
  delayMs?: number;
  /** Password of every login; without it none is requested. */
  password?: string;
};

/** A running mail server. */
export type SmtpServer = { port: number; stop: () => Promise<void> };

const maxBytes = 2_000_000;

/** A refusal with the code that its text begins with. */
function refusalOf(answer: string): Error {
  const [code = '550', ...words] = answer.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}

/** A mail whose bytes have all come. */
const handedOf = ({ envelope, user }: SMTPServerSession, pieces: readonly Buffer[]): Handed => ({
  from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
  to: envelope.rcptTo.map(({ address }) => address),
  raw: Buffer.concat(pieces).toString('latin1').replace(/\r\n$/, ''),
  user: typeof user === 'string' ? user : null,
});

const handlers = ({ password, refuse, onMail, delayMs = 0 }: SmtpOptions): SMTPServerOptions => ({
  onConnect: (_session, done) => void setTimeout(done, delayMs).unref(),
  onAuth: ({ username, password: given }, _session, done) => {
    if (password !== undefined && given !== password) done(refusalOf('535 5.7.8 Authentication failed'));
    else done(null, { user: username });
  },
  onRcptTo: ({ address }, _session, done) => {
    const refusal = refuse?.(address);
    done(refusal === undefined ? null : refusalOf(refusal));
  },
  onData: (stream, session, done) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.once('end', () => {
      if (stream.sizeExceeded) return done(refusalOf('552 5.3.4 Message too big'));
      onMail(handedOf(session, pieces));
      done(null, '2.0.0 OK: kept');
    });
  },
});

/** Starts a mail server without TLS that takes every mail it is handed. */
export async function startSmtpServer(options: SmtpOptions): Promise<SmtpServer> {
  const server = new SMTPServer({
    name: 'receiver.example',
    size: maxBytes,
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    ...handlers(options),
  });
  // A connection that breaks off concerns nobody but its client.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  return {
    port: listeningPort(server.server),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
