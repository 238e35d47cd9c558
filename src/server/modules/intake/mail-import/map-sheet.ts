// unscoped: The sheet was found by `ctx.db` before; files with the same headings are those of its tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { MailSheetKind } from '#contract/intake/mail-import.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { AppError, forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { knownText } from '#shared/i18n/server-messages/index.ts';
import { FileError, type FileTable } from '#shared/sheet/file-problem.ts';
import { mayTake } from './acting.ts';
import { restartSheets } from './act-on-mail.ts';
import { fieldsOf, guessColumns, guessKind, keepColumns, missingFields } from './kinds.ts';
import { lockMail, lockMapping } from './mail-queries.ts';
import { scheduleMail } from './mail-tasks.ts';
import { type OpenSheet, openSheet } from './open-sheet.ts';
import { settleMail } from './settle-mail.ts';
import type { MailDeps } from './types.ts';

/** Rows of a preview, and signs of one cell. */
const rowsShown = 8;
const signsShown = 80;
const kinds = ['references', 'orders'] as const satisfies readonly MailSheetKind[];

type Found = { id: number; name: string; tenant_id: number; state: string; mail_id: number };

async function findSheet(ctx: Ctx, id: number): Promise<Found> {
  const row = await ctx.db
    .selectFrom('mail_sheet')
    .select(['id', 'name', 'tenant_id', 'state', 'mail_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** Reads a file, or says in the caller's language why it cannot be read. */
async function opened(ctx: Ctx, deps: MailDeps, sheet: Found): Promise<OpenSheet> {
  try {
    return await openSheet(deps, sheet);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const msg = knownText(`mailImport.sheet.${error.problem}`, ctx.lang, { count: error.count });
    throw refused('subscription.refused', { msg: msg ?? error.problem });
  }
}

const shortened = (cells: readonly string[]): string[] => cells.map((cell) => cell.slice(0, signsShown));

/** The first rows of a file, with what its columns most likely are. */
export async function previewSheet(ctx: Ctx, deps: MailDeps, sheetId: number): Promise<CallData<'mailSheetPreview'>> {
  const sheet = await findSheet(ctx, sheetId);
  const { table, mapped } = await opened(ctx, deps, sheet);
  return {
    sheetId: String(sheet.id),
    fileName: sheet.name,
    headings: shortened(table.headings),
    rows: table.rows.slice(0, rowsShown).map(shortened),
    rowCount: table.rows.length,
    guess: mapped?.kind ?? guessKind(table),
    kinds: kinds.map((kind) => ({
      kind,
      mayTake: mayTake(kind, ctx.actor) ? 1 : 0,
      fields: fieldsOf(kind).map(({ name, label, required }) => ({
        name,
        label: label[ctx.lang],
        required: required ? 1 : 0,
      })),
      columns: [...(mapped?.kind === kind ? mapped.columns : guessColumns(kind, table))].map(([name, found]) => ({
        name,
        ...found,
      })),
    })),
  };
}

/** The chosen columns. Throws what is wrong with them. */
function readColumns(
  ctx: Ctx,
  { kind, columns }: ParsedBody<'mailSheetMap'>,
  { headings }: Pick<FileTable, 'headings'>,
): ReadonlyMap<string, { place: number }> {
  const known = new Set(fieldsOf(kind).map(({ name }) => name));
  const places = new Map<string, { place: number }>();
  for (const { name, place } of columns) {
    if (!known.has(name)) throw refused('mailImport.noSuchField', { name });
    if (headings[place] === undefined) throw refused('mailImport.noSuchColumn', { place: place + 1 });
    // Only vessel and voyage may stand in one column.
    const isShared = [...places].some(
      ([other, taken]) => taken.place === place && !(other === 'vesselName' || name === 'vesselName'),
    );
    if (isShared) throw refused('mailImport.columnTwice', { heading: headings[place].slice(0, signsShown) });
    places.set(name, { place });
  }
  const missing = missingFields(kind, new Set(places.keys()));
  if (missing.length > 0)
    throw refused('mailImport.missingColumns', {
      columns: missing.map(({ label }) => label[ctx.lang]).join(ctx.lang === 'zh' ? '、' : ', '),
    });
  return places;
}

async function saveMapping(
  ctx: Ctx,
  sheet: Found,
  {
    kind,
    columns,
    key,
    headings,
  }: { kind: MailSheetKind; columns: Record<string, string>; key: string; headings: readonly string[] },
): Promise<void> {
  if (ctx.actor.kind !== 'user') throw forbidden();
  const { rows } = await ctx.unscoped.execute<{ id: number }>(
    `insert into mail_mapping (tenant_id, kind, headings_key, headings, columns, user_id, mapped_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7)
     on conflict (tenant_id, headings_key) do update set kind = excluded.kind, headings = excluded.headings,
       columns = excluded.columns, user_id = excluded.user_id, mapped_at = excluded.mapped_at
     returning id`,
    [sheet.tenant_id, kind, key, headings, json(columns), ctx.actor.userId, new Date(ctx.clock.now())],
  );
  await writeAudit(ctx, {
    entity: 'mailMapping',
    entityId: String(rows[0]?.id ?? ''),
    action: 'map',
    tenantId: sheet.tenant_id,
    after: { kind, ...columns },
  });
}

/**
 * Says what the headings of a sheet mean, once for all sheets with the same headings, and has those that wait taken in the caller's
 * name. Gives how many files that are.
 */
export async function mapSheet(
  ctx: Ctx,
  deps: MailDeps,
  input: ParsedBody<'mailSheetMap'>,
): Promise<CallData<'mailSheetMap'>> {
  const { database, queue } = deps;
  const sheet = await findSheet(ctx, input.sheetId);
  if (!mayTake(input.kind, ctx.actor)) throw new AppError('mailImport.mayNotTake', {}, 'forbidden');
  const { table, key } = await opened(ctx, deps, sheet);
  const columns = keepColumns(readColumns(ctx, input, table), table.headings);
  const ids = await database.transaction(async () => {
    await lockMapping(database, sheet.tenant_id, key);
    const { rows: waiting } = await database.execute<{ id: number; mail_id: number }>(
      `select s.id, s.mail_id from mail_sheet s join received_mail m on m.id = s.mail_id
       where s.tenant_id = $1 and m.state not in ('held', 'rejected')
         and (s.id = $2 and s.state <> 'working' or s.state = 'unmapped' and s.headings_key = $3) order by s.id`,
      [sheet.tenant_id, sheet.id, key],
    );
    if (!waiting.some(({ id }) => id === sheet.id)) throw refused('mailImport.notWaiting');
    await saveMapping(ctx, sheet, { kind: input.kind, columns, key, headings: table.headings });
    await restartSheets(
      deps,
      waiting.map(({ id }) => id),
    );
    for (const mailId of new Set(waiting.map((one) => one.mail_id))) {
      await lockMail(database, mailId);
      await settleMail(deps, mailId);
      await scheduleMail(queue, mailId);
    }
    return waiting;
  });
  return { sheets: ids.length };
}
