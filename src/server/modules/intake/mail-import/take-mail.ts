// unscoped: A mail names its tenant by the address that it was sent to; its rows are taken in the name of a user of that tenant.
import { insertInboxMessage } from '#server/modules/administration/notification/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { FileError } from '#shared/sheet/file-problem.ts';
import { contextFor, mayTake } from './acting.ts';
import {
  awaitMapping,
  beginSheet,
  findAddress,
  findMail,
  findMapping,
  listSheets,
  lockMapping,
  lockSheet,
  refuseSheet,
  type StoredMail,
  type StoredSheet,
} from './mail-queries.ts';
import { type OpenSheet, openSheet } from './open-sheet.ts';
import { readReceived } from './read-received.ts';
import { settleMail } from './settle-mail.ts';
import { takeOrderLines } from './take-orders.ts';
import { referenceRows, takeReferences } from './take-references.ts';
import type { MailDeps } from './types.ts';

/** Ends a sheet that cannot be taken, unless somebody else has ended it. */
async function refuse(deps: MailDeps, sheet: StoredSheet, reason: string, count: number | null = null): Promise<void> {
  const { database } = deps;
  await database.transaction(async () => {
    const now = await lockSheet(database, sheet.id);
    if (now?.state !== sheet.state) return;
    await refuseSheet(database, sheet.id, reason, count);
    await settleMail(deps, sheet.mail_id);
  });
}

/**
 * Lets a sheet wait until a person maps its columns, and tells the person who set the address up; false when somebody has just mapped
 * them.
 */
async function waitForMapping(
  deps: MailDeps,
  mail: StoredMail,
  sheet: StoredSheet,
  opened: OpenSheet,
): Promise<boolean> {
  const { database, clock } = deps;
  const address = await findAddress(database, mail.tenant_id);
  return database.transaction(async () => {
    await lockMapping(database, mail.tenant_id, opened.key);
    if ((await findMapping(database, mail.tenant_id, opened.key)) !== undefined) return false;
    const now = await lockSheet(database, sheet.id);
    if (now?.state !== 'waiting') return true;
    await awaitMapping(database, sheet.id, opened.key, opened.table.rows.length);
    await settleMail(deps, mail.id);
    if (address === undefined) return true;
    const ctx = await contextFor(deps, mail, address.user_id);
    const lang = ctx?.lang ?? 'zh';
    await insertInboxMessage(database, {
      tenantId: mail.tenant_id,
      userCode: address.user_code,
      kind: 'mail',
      key: `mail-mapping/${mail.tenant_id}/${opened.key}`,
      subject: serverText('mailImport.inbox.subject', {}, lang),
      content: serverText('mailImport.inbox.content', { sender: mail.sender ?? '', name: sheet.name }, lang),
      link: `/mail-import?mailId=${mail.id}`,
      at: clock.now(),
    });
    return true;
  });
}

/** The rows of a sheet as they are counted: those of references are one for each bill. */
const countRows = ({ table, mapped }: OpenSheet): number =>
  mapped?.kind === 'references' ? referenceRows(table, mapped.columns).length : table.rows.length;

type Prepared = { sheet: StoredSheet; opened: OpenSheet };

/** Reads a sheet and begins to take it; undefined when there is nothing to do with it now. */
async function prepare(deps: MailDeps, mail: StoredMail, sheet: StoredSheet): Promise<Prepared | undefined> {
  const { database } = deps;
  const opened = await openSheet(deps, sheet);
  const { mapped } = opened;
  if (mapped === undefined) {
    if (sheet.state === 'waiting' && !(await waitForMapping(deps, mail, sheet, opened)))
      return prepare(deps, mail, sheet);
    return undefined;
  }
  if (mapped.kind === 'orders' && opened.table.merged) throw new FileError('merged');
  if (sheet.state === 'working') return { sheet, opened };
  const userId = mapped.userId ?? (await findAddress(database, mail.tenant_id))?.user_id ?? null;
  return database.transaction(async () => {
    const now = await lockSheet(database, sheet.id);
    if (now?.state !== 'waiting') return undefined;
    await beginSheet(database, sheet.id, {
      kind: mapped.kind,
      key: opened.key,
      mappingId: mapped.mappingId,
      rows: countRows(opened),
      userId,
    });
    const begun = await lockSheet(database, sheet.id);
    return begun && { sheet: begun, opened };
  });
}

/** Takes one sheet as far as that is possible now; false: it has to be looked at again soon. */
async function takeSheet(deps: MailDeps, mail: StoredMail, sheet: StoredSheet, signal: AbortSignal): Promise<boolean> {
  let current = sheet;
  try {
    const prepared = await prepare(deps, mail, sheet);
    if (prepared?.opened.mapped === undefined) return true;
    current = prepared.sheet;
    const { table, mapped } = prepared.opened;
    const ctx = current.user_id === null ? undefined : await contextFor(deps, mail, current.user_id);
    if (ctx === undefined || !mayTake(mapped.kind, ctx.actor)) {
      await refuse(deps, current, ctx === undefined ? 'noPerson' : 'mayNot');
      return true;
    }
    const { columns } = mapped;
    return mapped.kind === 'references'
      ? await takeReferences(deps, ctx, current, { table, columns }, signal)
      : await takeOrderLines(deps, ctx, current, { table, columns });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await refuse(deps, current, error.problem, error.count || null);
    return true;
  }
}

/**
 * Takes a mail as far as that is possible now: reads it, and takes the rows of its sheets that are mapped. Gives false when it has to
 * be called again soon, as an import of orders runs. Done twice, or by two workers, every row is taken once.
 */
export async function takeMail(deps: MailDeps, mailId: number, signal: AbortSignal): Promise<boolean> {
  const { database } = deps;
  const received = await findMail(database, mailId);
  if (received === undefined) return true;
  if (received.state === 'received') await readReceived(deps, received);
  const mail = await findMail(database, mailId);
  if (mail?.state !== 'working') return true;
  let isDone = true;
  for (const sheet of await listSheets(database, mailId)) {
    signal.throwIfAborted();
    if (sheet.state !== 'waiting' && sheet.state !== 'working') continue;
    isDone = (await takeSheet(deps, mail, sheet, signal)) && isDone;
  }
  return isDone;
}

/** Ends what is left of a mail that could not be worked off however often it was tried. */
export async function giveUpMail(deps: MailDeps, mailId: number): Promise<void> {
  const open = (await listSheets(deps.database, mailId)).filter(
    ({ state }) => state === 'waiting' || state === 'working',
  );
  for (const sheet of open) await refuse(deps, sheet, 'failed');
}
