// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { CallData } from '#contract/index.ts';
import type { NewSubscriptionInput } from '#contract/tracking/subscription.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { AUTO_CARRIER, readImportRow, subscriptionKey } from '#domain/tracking/subscription/read-import-row.ts';
import type { CellProblem, ReadRow } from '#domain/tracking/subscription/read-import-row.ts';
import { carrierByNumber, carrierNamed } from '#domain/tracking/subscription/recognise-references.ts';
import { carrierIdentities, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { missingSources, recognisesCarriers } from '#server/modules/intake/source/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { isOneOf, keysOf } from '#shared/values/objects.ts';
import { insertSubscriptions } from './create-subscriptions.ts';
import type { CreatedRow, NewSubscription } from './create-subscriptions.ts';
import type { SchedulePulls } from './schedules.ts';

type Answer = CallData<'importSubscriptions'>;
type RowResult = Answer['results'][number];

/** What is subscribed, for whom and how. */
export type ImportOptions = {
  ctx: Ctx;
  rows: readonly NewSubscriptionInput[];
  tenantCode: string | null | undefined;
  channel: string;
  /** Rows at a time. */
  max: number;
  /** Only look what would happen. */
  dryRun: boolean;
  reference: ReferenceSnapshot;
  schedulePulls: SchedulePulls;
};

/** The tenant that subscribes: the caller's own unless another one of theirs is named. */
function tenantOf(ctx: Ctx, code: string | null | undefined, reference: ReferenceSnapshot): number {
  const named = code?.trim();
  if (!named) {
    if (ctx.actor.kind !== 'user') throw forbidden();
    return ctx.actor.tenantId;
  }
  const tenant = [...reference.tenants.values()].find((item) => item.code === named);
  const { scope } = ctx;
  if (tenant === undefined || (scope.kind === 'tenants' && !scope.tenantIds.includes(tenant.id)))
    throw forbidden('error.tenantForbidden');
  return tenant.id;
}

/** Carriers by code, SCAC and names, as people write them, also among other words. */
function carrierFinder(reference: ReferenceSnapshot): (text: string) => string | undefined {
  const byText = new Map<string, string>();
  for (const carrier of reference.carriers.values()) {
    for (const text of [carrier.nameCn, carrier.nameEn, carrier.scac]) {
      if (text !== null && !byText.has(text.toUpperCase())) byText.set(text.toUpperCase(), carrier.code);
    }
  }
  for (const code of reference.carriers.keys()) byText.set(code.toUpperCase(), code);
  const known = carrierIdentities(reference);
  return (text) =>
    byText.get(text.toUpperCase()) ??
    byText.get(/\(([A-Z0-9]+)\)$/i.exec(text)?.[1]?.toUpperCase() ?? '') ??
    carrierNamed(text, known);
}

const cellNames = {
  blNo: 'subscription.cell.blNo',
  ctnNo: 'subscription.cell.ctnNo',
  carrierCode: 'subscription.cell.carrierCode',
  vesselName: 'subscription.cell.vesselName',
  voyage: 'subscription.cell.voyage',
} as const;

function cellText({ field, code, value }: CellProblem, { lang }: Ctx): { field: string; msg: string } {
  if (code === 'textTooLong' && isOneOf(keysOf(cellNames), field)) {
    const name = serverText(cellNames[field], {}, lang);
    return { field, msg: serverText('subscription.cellTooLong', { name, max: value }, lang) };
  }
  const params = { value, max: value, containerNo: value, carrierCode: value };
  return { field, msg: serverText(`subscription.${code}`, params, lang) };
}

const keyOfCreated = (row: CreatedRow): string =>
  subscriptionKey({
    subject: row.subject,
    billNo: row.bill_no,
    containerNo: row.container_no,
    carrierCode: row.carrier_code,
    vesselName: row.vessel_name,
    voyage: row.voyage,
    direction: null,
  });

/** Keys of wanted subscriptions that the tenant has already. */
async function listExisting(ctx: Ctx, tenantId: number, rows: readonly ReadRow[]): Promise<Set<string>> {
  const numbers = (subject: ReadRow['subject'], value: (row: ReadRow) => string | null): string[] =>
    rows.flatMap((row) => (row.subject === subject ? (value(row) ?? []) : []));
  const found = await ctx.unscoped.query<CreatedRow>(
    `select id, tenant_id, subject, bill_no, container_no, carrier_code, vessel_name, voyage from subscription
     where tenant_id = $1 and (subject = 'bill' and bill_no = any($2) or subject = 'container' and container_no = any($3))`,
    [tenantId, numbers('bill', (row) => row.billNo), numbers('container', (row) => row.containerNo)],
  );
  return new Set(found.map(keyOfCreated));
}

/** Carriers that are heard of by domestic sea only: their shipments are domestic. */
async function domesticCarriers(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.unscoped.query<{ carrier_code: string }>(
    `select codes.code as carrier_code from source s,
       unnest(string_to_array(coalesce(s.carrier_codes, s.carrier_code), ',')) as codes(code)
     where s.enabled group by codes.code having bool_and(s.mode = 'domestic')`,
  );
  return new Set(rows.map((row) => row.carrier_code));
}

const modeOf = ({ carrierCode }: ReadRow, domestic: ReadonlySet<string>): Mode =>
  domestic.has(carrierCode) ? 'domestic' : 'sea';

/** Says of right rows what is missing where no source can answer them. */
async function warnOfMissing(
  { ctx, reference }: ImportOptions,
  tenantId: number,
  { checked, domestic }: CheckedRows,
): Promise<void> {
  const right = checked.flatMap(({ row, result }) => (row === null ? [] : [{ row, result }]));
  const missing = await missingSources(
    ctx,
    right.map(({ row }) => ({ ...row, tenantId, mode: modeOf(row, domestic) })),
    reference,
  );
  right.forEach(({ result }, place) => {
    const msg = missing.get(place);
    if (msg !== undefined) result.warnings.push({ field: 'noSource', msg });
  });
}

type Checked = { result: RowResult; row: ReadRow | null };

/** The rows with what is wrong with them, and what was read for it. */
type CheckedRows = { checked: Checked[]; domestic: ReadonlySet<string> };

async function checkRows({ ctx, rows, reference }: ImportOptions, tenantId: number): Promise<CheckedRows> {
  const find = carrierFinder(reference);
  const byNumber = carrierByNumber(carrierIdentities(reference));
  const readAll = (unknown: typeof AUTO_CARRIER | undefined) =>
    rows.map((row) => readImportRow(row, find, (number) => byNumber(number)?.code ?? unknown));
  // Requested as if unknown carriers were recognised: that names the same numbers, and perhaps more.
  const maxRead = readAll(AUTO_CARRIER);
  const [recognises, existing, domestic] = await Promise.all([
    recognisesCarriers(ctx, tenantId),
    listExisting(
      ctx,
      tenantId,
      maxRead.flatMap(({ row }) => row ?? []),
    ),
    domesticCarriers(ctx),
  ]);
  const read = recognises ? maxRead : readAll(undefined);
  const seen = new Map<string, { line: number; index: number }>();
  const carriersOfBills = new Map<string, { row: number; carrier: string }>();
  const checked = read.map(({ row, errors, warnings }, index): Checked => {
    const statement = errors.map((problem) => cellText(problem, ctx));
    const warned = warnings.map((problem) => cellText(problem, ctx));
    const line = rows[index]?.row ?? index + 1;
    let repeats: number | undefined;
    let isThere = false;
    if (row?.subject === 'bill') {
      const first = carriersOfBills.get(row.billNo ?? '');
      if (first === undefined) carriersOfBills.set(row.billNo ?? '', { row: line, carrier: row.carrierCode });
      else if (first.carrier !== row.carrierCode)
        warned.push({ field: 'carrierCode', msg: serverText('subscription.otherCarrier', first, ctx.lang) });
    }
    if (row !== null) {
      const field = row.subject === 'bill' ? 'blNo' : 'ctnNo';
      const key = subscriptionKey(row);
      const twin = seen.get(key);
      repeats = twin === undefined ? undefined : twin.index + 1;
      if (twin !== undefined)
        statement.push({ field, msg: serverText('subscription.twice', { row: twin.line }, ctx.lang) });
      isThere = twin === undefined && existing.has(key);
      if (isThere) statement.push({ field, msg: serverText('subscription.exists', {}, ctx.lang) });
      if (twin === undefined) seen.set(key, { line, index });
    }
    const result: RowResult = {
      row: index + 1,
      ok: statement.length === 0,
      obmTkSubscribeId: null,
      errors: statement,
      warnings: warned,
      ...(repeats !== undefined && { repeats }),
      ...(isThere && { exists: true as const }),
    };
    return { result, row: statement.length === 0 ? row : null };
  });
  return { checked, domestic };
}

/** Subscribes the rows that are right and says of every other one what is wrong with it, cell by cell. */
export async function importSubscriptions(options: ImportOptions): Promise<Answer> {
  const { ctx, rows, max, dryRun, reference } = options;
  if (rows.length === 0) throw refused('subscription.listEmpty');
  if (rows.length > max) throw refused('tracking.batchTooMany', { max });
  const tenantId = tenantOf(ctx, options.tenantCode, reference);
  const read = await checkRows(options, tenantId);
  const { checked, domestic } = read;
  // What is missing is requested while the rows are written.
  const warned = warnOfMissing(options, tenantId, read);
  warned.catch(() => {});
  const wanted = checked.flatMap(({ row }) => row ?? []);
  const answer = (): Answer => ({
    created: checked.filter(({ result }) => result.ok).length,
    failed: checked.filter(({ result }) => !result.ok).length,
    results: checked.map(({ result }) => result),
  });
  if (dryRun || wanted.length === 0) {
    await warned;
    return answer();
  }
  const created = await ctx.unscoped.transaction(() => create(options, tenantId, wanted, domestic));
  await warned;
  for (const { row, result } of checked) {
    if (row === null) continue;
    const id = created.get(subscriptionKey(row));
    if (id !== undefined) result.obmTkSubscribeId = String(id);
    else {
      // Somebody else subscribed it at this very moment.
      result.ok = false;
      result.exists = true;
      result.errors.push({
        field: row.subject === 'bill' ? 'blNo' : 'ctnNo',
        msg: serverText('subscription.exists', {}, ctx.lang),
      });
    }
  }
  return answer();
}

async function create(
  { ctx, channel, schedulePulls }: ImportOptions,
  tenantId: number,
  rows: readonly ReadRow[],
  domestic: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const now = ctx.clock.now();
  const wanted = rows.map((row): NewSubscription => ({
    ...row,
    mode: modeOf(row, domestic),
    // A container may be known by its bill too; what it is asked by stays the container.
    tenantId,
    orderNo: null,
    channel,
    sourceType: 'CARRIER',
    subscribedAt: now,
  }));
  const { rows: made, pulls } = await insertSubscriptions(ctx.unscoped, wanted, now);
  await schedulePulls(pulls);
  for (const row of made) {
    await writeAudit(ctx, {
      entity: 'subscription',
      entityId: String(row.id),
      action: 'subscribe',
      tenantId,
      after: row,
    });
  }
  if (made.length > 0) {
    await publish(ctx.unscoped, {
      tenantId,
      topic: 'subscription',
      payload: { created: made.length, by: ctx.actor.userCode },
    });
  }
  return new Map(made.map((row) => [keyOfCreated(row), row.id]));
}
