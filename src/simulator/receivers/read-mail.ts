/** A mail as a mailbox shows it. */
export type Mail = { messageId: string; from: string; subject: string; text: string };

/** Bytes written as quoted-printable. */
function fromQuotedPrintable(text: string, underscores = false): Buffer {
  const joined = text.replace(/=\r?\n/g, '');
  const bytes: number[] = [];
  for (let at = 0; at < joined.length; at += 1) {
    const character = joined[at] as string;
    const code = character === '=' ? /^[0-9A-Fa-f]{2}/.exec(joined.slice(at + 1))?.[0] : undefined;
    if (code !== undefined) {
      bytes.push(Number.parseInt(code, 16));
      at += 2;
    } else bytes.push(underscores && character === '_' ? 32 : character.charCodeAt(0) & 255);
  }
  return Buffer.from(bytes);
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

/** Reads a plain-text mail in UTF-8; what is no such mail is shown as it came. */
export function readMail(raw: string): Mail {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end === null ? raw : raw.slice(0, end.index);
  const body = end === null ? '' : raw.slice(end.index + end[0].length);
  const headers = new Map(
    [...head.matchAll(/^([!-9;-~]+):[ \t]*((?:.*)(?:\r?\n[ \t]+.*)*)/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body).toString('utf8')
        : Buffer.from(body, 'latin1').toString('utf8');
  return {
    messageId: /<([^>]+)>/.exec(headers.get('message-id') ?? '')?.[1] ?? '',
    from: decodeHeader(headers.get('from') ?? ''),
    subject: decodeHeader(headers.get('subject') ?? ''),
    text: text.replaceAll('\r\n', '\n').trimEnd(),
  };
}
