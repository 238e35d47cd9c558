// unscoped: Preferences and saved views belong to a user: every statement is limited to the caller, or to views the caller’s tenants share.
import { sql } from 'kysely';
import { viewContent, type SavedView, type ViewKind } from '#contract/administration/preference.ts';
import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { codeOf } from '#shared/values/errors.ts';
import { userOf } from './preferences.ts';
import { chooseView, countOwnViews, findView, listViews, lockView, type ViewRow } from './view-queries.ts';

const maxPerList = 100;
const maxBytes = 64_000;
const entity = 'savedView';

const present = (ctx: Ctx, { id, tenantId, ownerId, ...row }: ViewRow): SavedView => ({
  ...row,
  viewId: String(id),
  own: ownerId === userOf(ctx).userId,
  content: viewContent.catch({}).parse(row.content),
});

/** The views of a list that the caller may use: pinned ones first, then by name. */
export async function querySavedViews(ctx: Ctx, list: string, kind?: ViewKind): Promise<SavedView[]> {
  const rows = await listViews(ctx, list, kind);
  return rows.map((row) => present(ctx, row)).toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
}

async function getView(ctx: Ctx, id: number | null | undefined): Promise<ViewRow> {
  if (id === null || id === undefined) throw refused('error.emptyInput');
  const row = await findView(ctx, id);
  if (row === undefined) throw notFound();
  return row;
}

/** A view that the caller owns, locked for a change; what others share is used, not changed. */
async function getOwnView(ctx: Ctx, id: number | null | undefined): Promise<ViewRow> {
  if (id !== null && id !== undefined) await lockView(ctx, id);
  const row = await getView(ctx, id);
  if (row.ownerId !== userOf(ctx).userId) throw refused('view.notOwner', { owner: row.ownerName });
  return row;
}

const reported = (row: ViewRow | undefined) =>
  row && { view_name: row.viewName, list: row.list, shared: row.shared, content: row.content };
const record = async (
  ctx: Ctx,
  action: string,
  before: ViewRow | undefined,
  after: ViewRow | undefined,
): Promise<void> => {
  const row = after ?? before;
  if (row === undefined) throw new RangeError('a change has neither before nor after');
  const { id, tenantId } = row;
  await writeAudit(ctx, {
    entity,
    entityId: String(id),
    action,
    tenantId,
    before: reported(before),
    after: reported(after),
  });
};

async function stating<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw refused('view.nameTaken', { name });
  }
}

type Input = ParsedBody<'savedViewSave'>;

async function add(ctx: Ctx, input: Input, name: string, content: string): Promise<number> {
  const { userId, tenantId } = userOf(ctx);
  await keepCap(ctx.unscoped, {
    of: `views of user ${userId} for ${input.list}`,
    limit: maxPerList,
    count: () => countOwnViews(ctx, input.list),
    refusal: () => refused('view.tooMany', { max: maxPerList }),
  });
  const values = {
    tenant_id: tenantId,
    owner_id: userId,
    list: input.list,
    kind: input.kind,
    view_name: name,
    shared: input.shared === 1,
    content,
  };
  const { id } = await stating(name, () =>
    ctx.unscoped.system.insertInto('saved_view').values(values).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
}

async function change(ctx: Ctx, before: ViewRow, input: Input, name: string, content: string): Promise<void> {
  if (input.recordVersion != null && input.recordVersion !== before.recordVersion)
    throw refused('error.stale', { who: before.ownerName }, { stale: true });
  const shared = input.shared == null ? before.shared : input.shared === 1;
  await stating(name, () =>
    ctx.unscoped.system
      .updateTable('saved_view')
      .set({
        view_name: name,
        shared,
        content,
        record_version: before.recordVersion + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', before.id)
      .execute(),
  );
}

/** Keeps a view under a name of the caller's own, or changes one that the caller owns. */
export async function saveView(ctx: Ctx, input: Input): Promise<SavedView> {
  const name = input.viewName.trim();
  if (name === '') throw refused('view.nameRequired');
  const content = json(input.content);
  if (Buffer.byteLength(content) > maxBytes) throw refused('view.tooLarge');
  return ctx.unscoped.transaction(async () => {
    const before = input.viewId == null ? undefined : await getOwnView(ctx, input.viewId);
    if (before !== undefined) await change(ctx, before, input, name, content);
    const id = before === undefined ? await add(ctx, input, name, content) : before.id;
    const after = await getView(ctx, id);
    // A view of one's own is nobody's business; one that others use is.
    if (after.shared || before?.shared === true)
      await record(ctx, before === undefined ? 'insert' : 'update', before, after);
    return present(ctx, after);
  });
}

/** Deletes an own view, and with it what anybody chose for it. */
export async function deleteView(ctx: Ctx, id: number | null | undefined): Promise<string> {
  return ctx.unscoped.transaction(async () => {
    const before = await getOwnView(ctx, id);
    await ctx.unscoped.system.deleteFrom('saved_view').where('id', '=', before.id).execute();
    if (before.shared) await record(ctx, 'delete', before, undefined);
    return before.viewName;
  });
}

/** Pins a view or makes it the default of its list, for the caller only. */
export async function chooseSavedView(ctx: Ctx, input: ParsedBody<'savedViewChoose'>): Promise<SavedView> {
  return ctx.unscoped.transaction(async () => {
    const row = await getView(ctx, input.viewId);
    await chooseView(ctx, row, {
      pinned: input.pinned == null ? row.pinned : input.pinned === 1,
      is_default: input.isDefault == null ? row.isDefault : input.isDefault === 1,
    });
    return present(ctx, await getView(ctx, input.viewId));
  });
}
