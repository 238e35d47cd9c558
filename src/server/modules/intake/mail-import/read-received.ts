// unscoped: A mail names its tenant by the address that it was sent to; its rows are taken in the name of a user of that tenant.
import { proveSender, readMail, type ReadMail, type SenderProof } from '#server/connectors/mail/index.ts';
import {
  findAddress,
  insertSheets,
  listUserAddresses,
  lockMail,
  type MailFacts,
  readRaw,
  type StoredAddress,
  type StoredMail,
  writeFacts,
} from './mail-queries.ts';
import { publishMail, settleMail } from './settle-mail.ts';
import type { MailDeps } from './types.ts';

/** Whether an address may send to a tenant: it is that of a user, or an administrator allowed it or its domain. */
function isAllowed(sender: string, users: readonly string[], senders: readonly string[]): boolean {
  const domain = sender.slice(sender.lastIndexOf('@'));
  return users.includes(sender) || senders.includes(sender) || senders.includes(domain);
}

/** Why a mail has to be accepted by a person; null: it is taken. */
async function whyHeld(
  deps: MailDeps,
  mail: StoredMail,
  { from }: ReadMail,
  address: StoredAddress | undefined,
  proof: SenderProof | null,
): Promise<string | null> {
  if (from === null) return 'noSender';
  const users = await listUserAddresses(deps.database, mail.tenant_id);
  if (address === undefined || !isAllowed(from, users, address.senders)) return 'stranger';
  return address.needs_proof && proof?.aligned !== true ? 'unproven' : null;
}

const checkSender = (deps: MailDeps, mail: StoredMail, raw: Buffer, from: string): Promise<SenderProof | null> =>
  proveSender(
    { raw, ip: mail.ip, helo: mail.helo, envelopeFrom: mail.envelope_from, domain: deps.mailDomain ?? 'localhost' },
    from,
    deps.nameLookup,
  ).catch((error: unknown) => {
    deps.log.warn({ err: error, mailId: mail.id }, 'the sender of a mail could not be checked');
    return null;
  });

/** Reads a mail that was received: who sent it, whether it is taken, and its files. Done twice it is done once. */
export async function readReceived(deps: MailDeps, mail: StoredMail): Promise<void> {
  const { database } = deps;
  const raw = await readRaw(database, mail.id);
  const read = await readMail(raw, mail.envelope_from).catch(() => undefined);
  const proof = read?.from == null ? null : await checkSender(deps, mail, raw, read.from);
  const address = await findAddress(database, mail.tenant_id);
  const held = read === undefined ? null : await whyHeld(deps, mail, read, address, proof);
  await database.transaction(async () => {
    const now = await lockMail(database, mail.id);
    if (now?.state !== 'received') return;
    const facts: MailFacts = {
      state: read === undefined ? 'refused' : held === null ? 'working' : 'held',
      reason: read === undefined ? 'unreadable' : held,
      sender: read?.from ?? null,
      senderName: read?.fromName ?? null,
      subject: read?.subject ?? null,
      answerTo: read?.messageId ?? null,
      automatic: read?.automatic ?? true,
      proof,
    };
    await writeFacts(database, mail.id, facts);
    const files = read?.files ?? [];
    await insertSheets(
      database,
      mail,
      files.map(({ name, bytes, problem }) => ({ name, content: bytes, reason: problem })),
    );
    if (facts.state === 'working') await settleMail(deps, mail.id);
    else await publishMail(database, mail);
  });
}
