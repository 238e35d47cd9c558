/** A mail as a mailbox shows it. */
export type Mail = { messageId: string; from: string; subject: string; text: string };

/** The value of each byte as a hexadecimal digit; -1 for what is none. */
const digits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

const LINE_FEED = 10;
const RETURN = 13;
const BLANK = 32;
const EQUALS = 61;
const UNDERSCORE = 95;

/** Bytes written as quoted-printable. */
function fromQuotedPrintable(text: string, underscores = false): Buffer {
  const source = Buffer.from(text, 'latin1');
  const bytes = Buffer.alloc(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0;
    if (byte === EQUALS) {
      // The end of a line that is none of the text.
      const end = source[at + 1] === RETURN ? at + 2 : at + 1;
      if (source[end] === LINE_FEED) {
        at = end;
        continue;
      }
      const high = digits[source[at + 1] ?? 0] ?? -1;
      const low = digits[source[at + 2] ?? 0] ?? -1;
      if (high >= 0 && low >= 0) {
        bytes[length++] = high * 16 + low;
        at += 2;
        continue;
      }
    }
    bytes[length++] = underscores && byte === UNDERSCORE ? BLANK : byte;
  }
  return bytes.subarray(0, length);
}

/** A header with encoded words (RFC 2047), as text; several words in a row belong together. */
export function decodeHeader(value: string): string {
  const joined = value.replace(/\r?\n[ \t]+/g, ' ').replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/(?:=\?[\w-]+\?[bBqQ]\?[^?]*\?=)+/g, (words) =>
    Buffer.concat(
      [...words.matchAll(/=\?[\w-]+\?([bBqQ])\?([^?]*)\?=/g)].map(([, kind = '', text = '']) =>
        kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : fromQuotedPrintable(text, true),
      ),
    ).toString('utf8'),
  );
}

type Head = ReadonlyMap<string, string>;

/** Characters of the headers that are read: those of known mails are a few thousand. */
const MAX_HEAD = 200_000;

/** Headers and body of a mail, or of one of its parts. */
function splitHead(raw: string): { headers: Head; body: string } {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = raw.slice(0, Math.min(end?.index ?? raw.length, MAX_HEAD));
  const headers = new Map(
    [...head.matchAll(/^([!-9;-~]+):[ \t]*((?:.*)(?:\r?\n[ \t]+.*)*)/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return { headers, body: end === null ? '' : raw.slice(end.index + end[0].length) };
}

/** The text of a body as its transfer encoding says; UTF-8, of which ASCII is a part. */
function decodeBody(headers: Head, body: string): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body)
        : Buffer.from(body, 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
}

const MAX_PARTS = 200;
const MAX_DEPTH = 8;

/**
 * The plain texts of a mail, one for each part that holds text: what was written and the files that came with it. Pictures, other
 * binary parts and the same text once more as HTML are left out. `raw` is the mail as received, one character for each byte.
 */
export function mailTexts(raw: string): string[] {
  const texts: string[] = [];
  let parts = 0;
  const walk = (part: string, depth: number): void => {
    parts += 1;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return;
    const { headers, body } = splitHead(part);
    const type = headers.get('content-type') ?? 'text/plain';
    const boundary = /^\s*multipart\//i.test(type)
      ? /boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type)
      : null;
    if (boundary !== null) {
      const mark = `\n--${boundary[1] ?? boundary[2] ?? ''}`;
      const whole = `\n${body}`;
      const end = whole.indexOf(`${mark}--`);
      // What stands before the first mark and after the last is for readers that know no parts.
      const pieces = (end < 0 ? whole : whole.slice(0, end)).split(mark).slice(1, MAX_PARTS);
      for (const piece of pieces) walk(piece.replace(/^[ \t]*\r?\n/, ''), depth + 1);
      return;
    }
    const isFile = /attachment|filename/i.test(headers.get('content-disposition') ?? '');
    if (
      /^\s*text\/plain/i.test(type) ||
      (isFile && /^\s*(text\/(?!html)|application\/(octet-stream|x-text))/i.test(type))
    )
      texts.push(decodeBody(headers, body));
  };
  walk(raw, 0);
  return texts.filter((text) => text !== '');
}

/** Reads a plain-text mail in UTF-8; what is no such mail is shown as it came. */
export function readMail(raw: string): Mail {
  const { headers, body } = splitHead(raw);
  return {
    messageId: /<([^<>]+)>/.exec(headers.get('message-id') ?? '')?.[1] ?? '',
    from: decodeHeader(headers.get('from') ?? ''),
    subject: decodeHeader(headers.get('subject') ?? ''),
    text: decodeBody(headers, body),
  };
}
