// unscoped: Field paths, roles and people of a tenant: the statement names the tenants the caller may see, and stored items were found by
// `ctx.db`.
import { fieldPath } from '#shared/event/field-paths.ts';
import { splitPasted } from '#shared/text/normalize.ts';
import { type EntityHooks, type RawRow, statedError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { checkRecipients, presentRecipients } from './recipients.ts';

const scopeColumns = ['modes', 'carrier_codes', 'pol_codes', 'pod_codes'];

const textOf = (row: RawRow, column: string): string => (typeof row[column] === 'string' ? row[column] : '');

async function checkCarriers(ctx: Ctx, row: RawRow): Promise<void> {
  const codes = splitPasted(textOf(row, 'carrier_codes'));
  if (codes.length === 0) return;
  const known = await ctx.unscoped.query<{ code: string }>('select code from md_carrier where code = any($1)', [codes]);
  const stranger = codes.find((code) => !known.some((carrier) => carrier.code === code));
  if (stranger !== undefined) throw refused('event.unknownCarrier', { code: stranger });
}

/** What declarations of event fields and event items cannot say. */
export const eventHooks: Readonly<Record<string, EntityHooks>> = {
  eventField: {
    // Type and unit follow from the data path and are not entered.
    beforeWrite: async (_ctx, { after }) => {
      const kind = fieldPath(textOf(after, 'data_path'));
      if (kind !== undefined) Object.assign(after, { field_type: kind.type, unit: kind.unit ?? null });
    },
    beforeRemove: async (ctx, row) => {
      const used = await ctx.unscoped.query<{ code: string }>(
        `select code from event_item where rule is not null and exists (
           select from jsonb_array_elements(rule::jsonb->'conditions') c where c->>'field' = $1) order by code limit 3`,
        [row['code']],
      );
      if (used.length > 0)
        throw statedError(ctx, {
          zh: `事件项正在使用该字段：${used.map(({ code }) => code).join('、')}`,
          en: `Event items use the field: ${used.map(({ code }) => code).join(', ')}`,
        });
    },
  },
  eventItem: {
    present: presentRecipients,
    beforeWrite: async (ctx, { before, after }) => {
      // Tried with another scope, it would find something else.
      if (
        before?.['enabled'] === true &&
        scopeColumns.some((column) => (before[column] ?? null) !== (after[column] ?? null))
      )
        throw refused('event.inUse');
      await checkRecipients(ctx, textOf(after, 'notify_users'), Number(after['tenant_id']));
      await checkCarriers(ctx, after);
    },
  },
};
