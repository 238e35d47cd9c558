/** A part of a mail: its bytes, and its file name where it is attached. */
export type MailPart = { contentType: string; fileName: string; body: Buffer };

const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';

/** A word of a header that was written by RFC 2047, or by RFC 2231 in several pieces. */
function nameOf(head: string): string {
  const unfolded = headerOf(head, 'Content-Disposition');
  const pieces = [...unfolded.matchAll(/filename\*\d*\*?=([^;]*)/g)].map(([, piece = '']) => piece.trim());
  if (pieces.length > 0) return decodeURIComponent(pieces.join('').replace(/^utf-8''/i, ''));
  return /filename="?([^";]*)"?/.exec(unfolded)?.[1] ?? '';
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function partOf(raw: string): MailPart {
  const end = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  const encoding = headerOf(head, 'Content-Transfer-Encoding').toLowerCase();
  return {
    contentType: headerOf(head, 'Content-Type'),
    fileName: nameOf(head),
    body:
      encoding === 'base64'
        ? Buffer.from(body, 'base64')
        : encoding === 'quoted-printable'
          ? quotedPrintable(body)
          : Buffer.from(body, 'latin1'),
  };
}

/** The parts of a mail with attachments, as handed over (latin1): the text first. */
export function readParts(raw: string): MailPart[] {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? [];
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
}
