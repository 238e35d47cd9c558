// unscoped: Field paths, roles and people of a tenant: the statement names the tenants the caller may see, and stored items were found by
// `ctx.db`.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { listRecipientRoles } from '#server/modules/exceptions/event/index.ts';
import { listComma } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { definitionRecipient, readRecipients, roleRecipient } from '#shared/event/recipients.ts';
import { splitPasted } from '#shared/text/normalize.ts';
import {
  listDefinitions,
  listPeople,
  namesOfDefinitions,
  namesOfPeople,
  strangersOf,
  unknownDefinitions,
} from './recipient-queries.ts';

type Option = CallData<'eventRecipients'>[number];

/** The tenants whose people are offered: the one that is requested, as far as the caller sees it; undefined for all. */
function tenantsRequested(
  { scope }: Ctx,
  tenantId: ParsedQuery<'eventRecipients'>['tenantId'],
): readonly number[] | undefined {
  const seen = scope.kind === 'all' ? undefined : scope.tenantIds;
  if (tenantId === undefined) return seen;
  return seen === undefined || seen.includes(tenantId) ? [tenantId] : [];
}

/** Who can be notified of events of a tenant, found by a keyword, and those that are chosen already. */
export async function findRecipients({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'eventRecipients'>;
}): Promise<Option[]> {
  const chosen = readRecipients(input.chosen);
  const keyword = (input.keyword ?? '').trim().toLowerCase();
  const tenantIds = tenantsRequested(ctx, input.tenantId);
  const people = await listPeople(ctx, tenantIds, keyword, chosen.people);
  const roles = await listRecipientRoles(ctx.unscoped, tenantIds);
  const definitions = await listDefinitions(ctx, tenantIds);
  const fits = (value: string, name: string, isChosen: boolean): boolean =>
    isChosen || keyword === '' || `${value} ${name}`.toLowerCase().includes(keyword);
  return [
    ...people.map((row): Option => ({ value: row.user_code, name: row.name_cn, kind: 'person', about: row.user_code })),
    ...roles
      .map((one): Option => ({ value: roleRecipient(one.role), name: one[ctx.lang], kind: 'role', about: null }))
      .filter(({ value, name }, index) => fits(value, name, chosen.roles.includes(roles[index]?.role ?? ''))),
    ...definitions
      .map((row): Option => ({
        value: definitionRecipient(row.id),
        name: row.feedback_name,
        kind: 'definition',
        about: row.feedback_type,
      }))
      .filter(({ value, name }, index) => fits(value, name, chosen.definitions.includes(definitions[index]?.id ?? 0))),
  ];
}

/** Names whom event items tell beside their rows; who has no name any more is reported as kept. */
export async function presentRecipients(ctx: Ctx, rows: readonly Record<string, unknown>[]): Promise<void> {
  const textOf = (row: Record<string, unknown>): string =>
    typeof row['notifyUsers'] === 'string' ? row['notifyUsers'] : '';
  const { people, roles, definitions } = readRecipients(rows.map(textOf).join(','));
  const tenantIds = ctx.scope.kind === 'all' ? undefined : ctx.scope.tenantIds;
  const names = new Map<string, string>(await namesOfPeople(ctx, people));
  for (const one of roles.length === 0 ? [] : await listRecipientRoles(ctx.unscoped, tenantIds))
    names.set(roleRecipient(one.role).toLowerCase(), one[ctx.lang]);
  for (const [id, name] of await namesOfDefinitions(ctx, definitions)) names.set(definitionRecipient(id), name);
  for (const row of rows) {
    const reported = splitPasted(textOf(row)).map((one) => names.get(one.toLowerCase()) ?? one);
    row['notifyNames'] = reported.length === 0 ? null : reported.join(listComma(ctx.lang));
  }
}

/** Refuses recipients that do not belong to the tenant of the event item. */
export async function checkRecipients(ctx: Ctx, text: string, tenantId: number): Promise<void> {
  const { people, roles, definitions } = readRecipients(text);
  const [stranger] = await strangersOf(ctx, people, tenantId);
  if (stranger !== undefined) throw refused('event.unknownUser', { code: stranger });
  const known = roles.length === 0 ? [] : await listRecipientRoles(ctx.unscoped, [tenantId]);
  if (roles.some((role) => !known.some((one) => one.role === role))) throw refused('event.unknownRole');
  if ((await unknownDefinitions(ctx, definitions, tenantId)).length > 0) throw refused('event.unknownDefinition');
}
