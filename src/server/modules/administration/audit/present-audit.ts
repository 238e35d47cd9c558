import type { AuditChange, AuditRow } from '#contract/administration/audit.ts';
import { fieldText, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  fieldColumn,
  isSealed,
  presentRows,
  secretNow,
  type EntityServices,
  type RawRow,
} from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { SECRET_MASK, type Entity, type Field } from '#shared/entity/declare.ts';
import { isRecord } from '#shared/values/objects.ts';
import { exceptionNames, measureNames, peopleOf, tenantNames, type AuditEntryRow } from './audit-queries.ts';
import { businessChanges } from './business-changes.ts';
import { actionName, declared, entityName, readingOf } from './known-names.ts';
import { isInstant, plainText, type Wording } from './value-texts.ts';

type State = Readonly<Record<string, unknown>>;

const asState = (value: unknown): State | null => (isRecord(value) ? value : null);

/** Entities whose entries hold rows as the table has them; of users the audit keeps what screens show. */
const keepsRows = (entity: Entity | undefined): entity is Entity => entity !== undefined && entity.name !== 'user';

/** States of one kind of rows as screens show them, in the order requested. */
async function presentStates(
  ctx: Ctx,
  entity: Entity,
  states: readonly State[],
  services: EntityServices,
): Promise<Map<State, State>> {
  const wires = await presentRows(ctx, entity, states as RawRow[], services);
  return new Map(states.map((state, index) => [state, wires[index] as State]));
}

/** Was a sealed value changed? It is only compared, never shown. */
const sealedChanged = (column: string, before: State | null, after: State | null): boolean =>
  (before?.[column] ?? null) !== (after?.[column] ?? null);

function secretChange(
  field: Field,
  name: string,
  before: string | null,
  after: string | null,
  words: Wording,
): AuditChange {
  const replaced = words.lang === 'zh' ? '已更换' : 'Replaced';
  return { name, label: field.label[words.lang], before, after: after === before ? replaced : after, kind: 'text' };
}

/** Has a part of an address changed that is not shown? */
const changedUnseen = (field: Field, column: string, before: State | null, after: State | null): boolean =>
  field.kind === 'text' &&
  field.hidesQuery === true &&
  before !== null &&
  after !== null &&
  before[column] !== after[column];

/** The declared fields that differ, in the order of the declaration. */
function declaredChanges(
  entity: Entity,
  row: AuditEntryRow,
  shown: ReadonlyMap<State, State>,
  hidden: boolean,
  words: Wording,
): AuditChange[] {
  const [before, after] = [asState(row.before), asState(row.after)];
  const wireOf = (state: State | null): State => (state === null ? {} : (shown.get(state) ?? state));
  return Object.entries(entity.fields).flatMap(([name, field]): AuditChange[] => {
    const text = (state: State | null): string | null => {
      const reported = state === null ? null : fieldText(field, name, wireOf(state), words);
      return reported !== null && hidden && isSealed(field) && field.kind !== 'secret' ? SECRET_MASK : reported;
    };
    const [was, is] = [text(before), text(after)];
    if (isSealed(field) && (was === is || field.kind === 'secret')) {
      if (!sealedChanged(fieldColumn(entity, name), before, after)) return [];
      return [secretChange(field, name, before === null ? null : was, after === null ? null : is, words)];
    }
    if (was === is && changedUnseen(field, fieldColumn(entity, name), before, after))
      return [secretChange(field, name, was, is, words)];
    if (was === is) return [];
    const kind = field.kind === 'instant' ? 'instant' : 'text';
    return [{ name, label: field.label[words.lang], before: was, after: is, kind }];
  });
}

/** Wire names that a declaration tells already. */
const reportedBy = (entity: Entity | undefined): ReadonlySet<string> =>
  new Set(
    entity === undefined
      ? []
      : [
          entity.id,
          ...Object.keys(entity.fields),
          ...Object.values(entity.fields).flatMap((field) => (field.kind === 'reference' ? [field.show] : [])),
        ],
  );

/** What differs of values that no declaration describes. */
function otherChanges(row: AuditEntryRow, known: ReadonlySet<string>, words: Wording): AuditChange[] {
  const whole = (value: unknown): State => asState(value) ?? (Array.isArray(value) ? { causes: value } : {});
  const [before, after] = [whole(row.before), whole(row.after)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): AuditChange[] => {
    const reading = readingOf(name);
    if (known.has(name) || reading.kind === 'hidden') return [];
    // What an act does not speak of did not change by it.
    if (row.after !== null && !(name in after)) return [];
    const [was, is] = [plainText(name, before[name], words), plainText(name, after[name], words)];
    if (was === is) return [];
    return [
      { name, label: reading.label[words.lang], before: was, after: is, kind: isInstant(name) ? 'instant' : 'text' },
    ];
  });
}

const titleIn = (entity: Entity, wire: State): string =>
  entity.title
    .map((part) => wire[part])
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map(String)
    .join(' · ');

/** Texts that tell a row to people, from what the entry itself holds. */
function ownTitle(row: AuditEntryRow): string {
  const state = asState(row.after) ?? asState(row.before) ?? {};
  for (const name of ['view_name', 'role_name', 'name_cn', 'bill_no', 'blNo', 'ctnNo', 'body']) {
    const value = state[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 80);
  }
  return row.entity === 'session' ? row.entity_id : '';
}

const exceptionIds = (rows: readonly AuditEntryRow[]): number[] => [
  ...new Set(
    rows
      .filter((row) => row.entity === 'shipment_exception' || row.entity === 'exception_cause')
      .map((row) => Number(row.entity_id))
      .filter(Number.isSafeInteger),
  ),
];

/** Tenants that entries are about, or tell of. */
const tenantIdsIn = (rows: readonly AuditEntryRow[]): number[] =>
  rows.flatMap((row) => [
    ...(row.tenant_id === null ? [] : [row.tenant_id]),
    ...[asState(row.before), asState(row.after)].flatMap((state) =>
      Array.isArray(state?.['tenantIds']) ? state['tenantIds'].map(Number).filter(Number.isSafeInteger) : [],
    ),
  ]);

/** The rows of one page by entity, presented together: names are looked up once per kind, not once per row. */
async function presentAll(ctx: Ctx, rows: readonly AuditEntryRow[], services: EntityServices) {
  const shown = new Map<State, State>();
  const hidden = new Map<string, ReadonlySet<string>>();
  for (const [name, group] of Map.groupBy(rows, (row) => row.entity)) {
    const entity = declared[name];
    if (!keepsRows(entity)) continue;
    const states = group.flatMap((row) => [asState(row.before), asState(row.after)]).filter((state) => state !== null);
    for (const [state, wire] of await presentStates(ctx, entity, states, services)) shown.set(state, wire);
    hidden.set(name, await secretNow(ctx, entity, [...new Set(group.map((row) => row.entity_id))]));
  }
  return { shown, hidden };
}

/** Entries as people read them: names of entities, acts, fields and values in the caller's language; secrets never. */
export async function presentAudit(
  ctx: Ctx,
  rows: readonly AuditEntryRow[],
  { services, reference }: { services: EntityServices; reference: ReferenceSnapshot },
): Promise<AuditRow[]> {
  const { lang } = ctx;
  const reported = rows.some((row) => row.entity === 'exception_cause');
  const [people, tenants, exceptions, measures, { shown, hidden }] = await Promise.all([
    peopleOf(ctx, rows),
    tenantNames(ctx, reference.tenants, tenantIdsIn(rows)),
    exceptionNames(ctx, exceptionIds(rows)),
    reported ? measureNames(ctx) : new Map<string, string>(),
    presentAll(ctx, rows, services),
  ]);
  const words: Wording = { lang, reference, tenants, measures };
  const originOf = (code: string): string => {
    const entry = reference.dictionary.find((item) => item.codeType === 'WL_JOB_SOURCE' && item.codeValue === code);
    return (lang === 'zh' ? entry?.displayCn : entry?.displayEn) ?? code;
  };
  return rows.map((row) => {
    const entity = declared[row.entity];
    const latest = asState(row.after) ?? asState(row.before);
    const wire = latest === null ? null : (shown.get(latest) ?? latest);
    const isHidden = hidden.get(row.entity)?.has(row.entity_id) ?? false;
    return {
      auditId: String(row.id),
      time: row.at,
      userCode: row.actor_code,
      userName: row.actor_id === null ? null : (people.get(row.actor_id) ?? null),
      tenantName: row.tenant_id === null ? null : (tenants.get(row.tenant_id) ?? null),
      origin: row.origin,
      originName: originOf(row.origin),
      client: row.client,
      ip: row.ip,
      requestId: row.request_id,
      entity: row.entity,
      entityName: entityName(row.entity)[lang],
      entityId: row.entity_id,
      title:
        (entity !== undefined && wire !== null ? titleIn(entity, wire) : '') ||
        ownTitle(row) ||
        (exceptions.get(row.entity_id) ?? ''),
      action: row.action,
      actionName: actionName(row.action)[lang],
      changes: [
        ...(entity === undefined ? [] : declaredChanges(entity, row, shown, isHidden, words)),
        ...(row.entity === 'business_data'
          ? businessChanges(row, words)
          : keepsRows(entity)
            ? []
            : otherChanges(row, reportedBy(entity), words)),
      ],
    };
  });
}
