import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { createHash } from 'node:crypto';
import { isMailAddress } from '#shared/text/mail-address.ts';
import { normalizeText } from '#shared/text/normalize.ts';

/** Why an attachment cannot be a sheet before anybody looks into it. */
export type AttachmentProblem = 'nestedMail' | 'winmail';

/** A file that came with a mail and may be a sheet. */
export type MailFile = { name: string; bytes: Buffer; problem: AttachmentProblem | null };

/** What a mail says of itself. */
export type ReadMail = {
  /** The address in From, in lower case; null when From has no address or several. */
  from: string | null;
  fromName: string | null;
  subject: string;
  messageId: string | null;
  /** Sent by a program that must not be answered (RFC 3834, RFC 3464). */
  automatic: boolean;
  files: MailFile[];
};

/** What a mail is known by: of a mail that comes twice it is the same, whatever way it took. */
export type MailIdentity = { messageId: string; contentHash: Buffer };

/** Parts within parts, and bytes of all headers, at most. */
const maxDepth = 30;
const maxHeaders = 500_000;
const maxFiles = 50;
const maxText = 300;

const headersEnd = (raw: Buffer): number => {
  const at = raw.indexOf('\r\n\r\n');
  return at < 0 ? raw.length : at + 4;
};

/** A text of a mail as it is kept: on one line, without control characters, shortened. */
const lineOf = (text: string | undefined): string =>
  normalizeText(text ?? '')
    // oxlint-disable-next-line no-control-regex -- these are left out
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .slice(0, maxText)
    .toWellFormed()
    .trim();

const parse = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(raw, { maxNestingDepth: maxDepth, maxHeadersSize: maxHeaders, forceRfc822Attachments: true });

/**
 * What a mail is known by: its Message-ID, or its date where it has none, and its content without the headers, to which every server
 * adds a line. Of a mail whose headers cannot be read it is the content alone.
 */
export async function identifyMail(raw: Buffer): Promise<MailIdentity> {
  const end = headersEnd(raw);
  const contentHash = createHash('sha256').update(raw.subarray(end)).digest();
  const head = await parse(raw.subarray(0, Math.min(end, maxHeaders))).catch(() => undefined);
  return { messageId: lineOf(head?.messageId ?? head?.date), contentHash };
}

/** Files that mail programs add by themselves: pictures of a signature, invitations, cards, signatures. */
const companions =
  /^(?:image\/|text\/calendar|text\/v?card|text\/x-vcard|application\/(?:ics|pgp-signature|(?:x-)?pkcs7-signature))/;

function problemOf({ mimeType, filename }: Attachment): AttachmentProblem | null {
  if (mimeType === 'message/rfc822') return 'nestedMail';
  return mimeType === 'application/ms-tnef' || /^winmail\.dat$/i.test(filename ?? '') ? 'winmail' : null;
}

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? Buffer.from(content)
      : Buffer.from(content);

function filesOf({ attachments }: Email): MailFile[] {
  return attachments
    .filter((one) => one.related !== true && !companions.test(one.mimeType))
    .slice(0, maxFiles)
    .map((one, index) => {
      const problem = problemOf(one);
      const name = lineOf(one.filename ?? '').replace(/[\\/]/g, '_');
      return { name: name || `${index + 1}`, bytes: problem === null ? bytesOf(one) : Buffer.alloc(0), problem };
    });
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? '';

/** Whether a program wrote the mail: it is never answered, so that two programs do not write to each other for ever. */
function isAutomatic(mail: Email, envelopeFrom: string): boolean {
  const submitted = headerOf(mail, 'auto-submitted');
  return (
    envelopeFrom === '' ||
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(?:bulk|list|junk|auto_reply)$/.test(headerOf(mail, 'precedence')) ||
    headerOf(mail, 'x-auto-response-suppress') !== '' ||
    headerOf(mail, 'list-id') !== '' ||
    headerOf(mail, 'content-type').startsWith('multipart/report')
  );
}

/** Reads a mail. Throws when it is no mail that can be read: too many parts within parts, or too many headers. */
export async function readMail(raw: Buffer, envelopeFrom: string): Promise<ReadMail> {
  const mail = await parse(raw);
  const senders = mail.headers.filter(({ key }) => key === 'from').length;
  const address = mail.from?.address?.trim().toLowerCase() ?? '';
  return {
    from: senders === 1 && isMailAddress(address) ? address : null,
    fromName: lineOf(mail.from?.name) || null,
    subject: lineOf(mail.subject),
    messageId: lineOf(mail.messageId) || null,
    automatic: isAutomatic(mail, envelopeFrom),
    files: filesOf(mail),
  };
}
