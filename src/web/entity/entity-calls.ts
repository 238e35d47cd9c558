import type { EntityHistoryEntry } from '#contract/entity.ts';
import type { CallName } from '#contract/paths.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { CallError, callFull, type CallOptions } from '#web/base/client.ts';
import { currentLang } from '#web/i18n/index.ts';

/** A row as it travels, by wire names; what a screen drawn from a declaration works with. */
export type Row = Readonly<Record<string, unknown>>;

/** A page of rows with exact totals. */
export type RowPage = { records: Row[]; totalPage: number; totalRecord: number };

/** One change of a row, newest first in a list. */
export type AuditEntry = EntityHistoryEntry;

/** What can be asked about an entity. */
export type EntityAction =
  | 'query'
  | 'getAll'
  | 'get'
  | 'pick'
  | 'insert'
  | 'update'
  | 'delete'
  | 'history'
  | 'writers'
  | 'restore'
  | 'saveOrUpdate';

/** Entities whose calls have names of their own. */
const ownNames: Readonly<Record<string, Partial<Record<EntityAction, string>>>> = {
  user: { query: 'userQuery', insert: 'userInsert', update: 'userUpdate', delete: 'userDelete' },
};

/** The name of an entity's call; every declared entity has all of them. */
export const callNameOf = (entity: Pick<Entity, 'name'>, action: EntityAction): CallName =>
  (ownNames[entity.name]?.[action] ?? `${entity.name}.${action}`) as CallName;

/** Makes a call of an entity; its answer is read by the declaration. */
export async function callEntity<T>(
  entity: Pick<Entity, 'name'>,
  action: EntityAction,
  input: object,
  options: CallOptions = {},
): Promise<T> {
  return (await callEntityFull<T>(entity, action, input, options)).data;
}

/** The same, with the server's own text about what was done. */
export async function callEntityFull<T>(
  entity: Pick<Entity, 'name'>,
  action: EntityAction,
  input: object,
  options: CallOptions = {},
): Promise<{ data: T; msg: string }> {
  const { data, msg } = await callFull(callNameOf(entity, action), input as never, options);
  return { data: data as T, msg };
}

/** The id of a row as text. */
export const idOf = (entity: Pick<Entity, 'id'>, row: Row): string => String(row[entity.id] ?? '');

/** A text of a declaration in the language of the interface. */
export const say = (text: Text): string => text[currentLang()];

/** The row as it is now, when saving was refused because somebody else changed it meanwhile. */
export type Stale = { current: Row; by: string | null; at: number | null };

const isRow = (value: unknown): value is Row => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Reads from a refusal that the row was changed by somebody else. */
export function staleOf(error: unknown): Stale | undefined {
  if (!(error instanceof CallError) || !isRow(error.data)) return undefined;
  const { stale, current, who, time } = error.data;
  if (stale !== true || !isRow(current)) return undefined;
  return {
    current,
    by: typeof who === 'string' && who !== '' ? who : null,
    at: typeof time === 'number' ? time : null,
  };
}

/** The version that the next save stands on, once it was shown what somebody else saved. */
export const versionOf = (newer: Stale | undefined): number | undefined => {
  const version = newer?.current['recordVersion'];
  return typeof version === 'number' ? version : undefined;
};

/** Reads from a refusal what the server says about single fields. */
export function problemsOf(error: unknown): { field: string; text: string }[] {
  if (!(error instanceof CallError) || !isRow(error.data)) return [];
  const { fields } = error.data;
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((item: unknown) =>
    isRow(item) && typeof item['field'] === 'string' && typeof item['message'] === 'string'
      ? [{ field: item['field'], text: item['message'] }]
      : [],
  );
}

/** Reads from a refusal that the server wants to be asked again after a person agreed; its message is the question. */
export const wantsConfirmation = (error: unknown): boolean =>
  error instanceof CallError && isRow(error.data) && error.data['confirm'] === true;

/** What tells a row to people, such as its name. */
export const titleOf = (entity: Entity, row: Row): string =>
  entity.title
    .map((name) => row[name])
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map(String)
    .join(' · ');
