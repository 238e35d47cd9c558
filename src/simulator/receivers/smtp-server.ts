import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail as it was handed over: the envelope and every byte between DATA and the dot, as latin1. */
export type Handed = { from: string; to: string[]; raw: string; user: string | null };

/** What a mail server is told to do. */
export type SmtpOptions = {
  host: string;
  port: number;
  onMail: (mail: Handed) => void;
  /** The answer to a recipient; undefined = accepted. */
  refuse?: (recipient: string) => string | undefined;
  /** Milliseconds to wait before each answer. */
  delayMs?: number;
  /** Password of every login; without it none is asked for. */
  password?: string;
};

/** A running mail server. */
export type SmtpServer = { port: number; stop: () => Promise<void> };

const mostBytes = 2_000_000;

type Session = {
  from: string | null;
  to: string[];
  user: string | null;
  /** Lines of the mail while it comes. */
  data: string[] | null;
  /** What the next line answers, in a login by several lines. */
  expects: ((line: string) => string) | null;
};

const address = (text: string): string | undefined => /<([^<>\s]*)>/.exec(text)?.[1];
const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

function login(session: Session, options: SmtpOptions, user: string, password: string): string {
  if (options.password !== undefined && password !== options.password) return '535 5.7.8 Authentication failed';
  session.user = user;
  return '235 2.7.0 Authentication successful';
}

function authenticate(session: Session, options: SmtpOptions, rest: string): string {
  const [kind = '', first = ''] = rest.split(' ');
  const plain = (text: string): string => {
    const [, user = '', password = ''] = decoded(text).split('\0');
    return login(session, options, user, password);
  };
  if (/^plain$/i.test(kind)) {
    if (first !== '') return plain(first);
    session.expects = plain;
    return '334 ';
  }
  if (!/^login$/i.test(kind)) return '504 5.5.4 Unrecognized authentication type';
  session.expects = (user) => {
    session.expects = (password) => login(session, options, decoded(user), decoded(password));
    return '334 UGFzc3dvcmQ6';
  };
  return '334 VXNlcm5hbWU6';
}

function recipient(session: Session, options: SmtpOptions, rest: string): string {
  if (session.from === null) return '503 5.5.1 MAIL first';
  const to = address(rest);
  if (to === undefined || to === '') return '501 5.1.3 Bad recipient address';
  const refusal = options.refuse?.(to);
  if (refusal !== undefined) return refusal;
  session.to.push(to);
  return '250 2.1.5 OK';
}

function command(session: Session, options: SmtpOptions, line: string): string {
  const [, name = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
  switch (name.toUpperCase()) {
    case 'EHLO':
      return ['250-receiver.example', '250-8BITMIME', '250-AUTH PLAIN LOGIN', `250 SIZE ${mostBytes}`].join('\r\n');
    case 'HELO':
      return '250 receiver.example';
    case 'AUTH':
      return authenticate(session, options, rest);
    case 'MAIL':
      if (options.password !== undefined && session.user === null) return '530 5.7.0 Authentication required';
      session.from = address(rest) ?? '';
      session.to = [];
      return '250 2.1.0 OK';
    case 'RCPT':
      return recipient(session, options, rest);
    case 'DATA':
      if (session.to.length === 0) return '503 5.5.1 RCPT first';
      session.data = [];
      return '354 End data with <CR><LF>.<CR><LF>';
    case 'RSET':
      session.from = null;
      session.to = [];
      return '250 2.0.0 OK';
    case 'NOOP':
      return '250 2.0.0 OK';
    case 'QUIT':
      return '221 2.0.0 Bye';
    default:
      return '502 5.5.2 Command not recognized';
  }
}

/** The answer to one line; undefined while a mail comes. */
function answerTo(session: Session, options: SmtpOptions, line: string): string | undefined {
  if (session.data !== null) {
    if (line !== '.') {
      session.data.push(line.startsWith('.') ? line.slice(1) : line);
      return undefined;
    }
    const raw = session.data.join('\r\n');
    session.data = null;
    options.onMail({ from: session.from ?? '', to: session.to, raw, user: session.user });
    session.from = null;
    session.to = [];
    return '250 2.0.0 OK: kept';
  }
  const { expects } = session;
  session.expects = null;
  return expects === null ? command(session, options, line) : expects(line);
}

function serve(socket: Socket, options: SmtpOptions): void {
  const session: Session = { from: null, to: [], user: null, data: null, expects: null };
  let rest = '';
  let taken = 0;
  const say = (text: string): void => {
    const end = text.startsWith('221');
    const write = (): void => {
      if (!socket.writable) return;
      if (end) socket.end(`${text}\r\n`);
      else socket.write(`${text}\r\n`);
    };
    if (options.delayMs === undefined) write();
    else setTimeout(write, options.delayMs).unref();
  };
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    taken += chunk.length;
    if (taken > mostBytes * 2) {
      socket.destroy();
      return;
    }
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const text = answerTo(session, options, line);
      if (text !== undefined) say(text);
    }
  });
  say('220 receiver.example ESMTP');
}

/** Starts a small SMTP server (RFC 5321 without TLS) that takes every mail it is handed. */
export async function startSmtpServer(options: SmtpOptions): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
