import type { Column, Dataset } from './datasets/index.ts';

/** The schema of the views. */
export const viewSchema = 'analytics';

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Whose rows a role may see; a role that is not in the table sees nothing. A session cannot change what `current_user` is. */
const ownRole = `from public.analytics_role r join public.tenant w on w.id = r.tenant_id
    where r.role_name = current_user and r.suspended_at is null and w.active`;
const roleTenant = `(select r.tenant_id ${ownRole})`;
const isRole = `exists (select ${ownRole})`;

const listed = (columns: Dataset['columns']): string[] =>
  Object.entries(columns).map(([name, { sql }]) => `${sql} as ${name}`);

const fromOf = ({ tables, unfolding = '' }: Dataset): string => `${tables} ${unfolding}`.trimEnd();

const commentOf = ({ about }: Pick<Column, 'about'>): string => literal(`${about.zh} / ${about.en}`);

/** Statements that make or replace the view of a data set, with its comments. @internal */
export function viewSql(dataset: Dataset, schema: string = viewSchema): string[] {
  const { name, columns, tenant } = dataset;
  const view = `${schema}.${name}`;
  return [
    `create or replace view ${view} with (security_barrier) as\nselect ${listed(columns).join(',\n  ')}\nfrom ${fromOf(dataset)}\nwhere ${
      tenant === null ? isRole : `${tenant} = ${roleTenant}`
    }`,
    `comment on view ${view} is ${commentOf(dataset)}`,
    ...Object.entries(columns).map(
      ([columnName, column]) => `comment on column ${view}.${columnName} is ${commentOf(column)}`,
    ),
  ];
}

const tenantIs = ({ tenant }: Dataset, place: string): string =>
  tenant === null ? `${place}::bigint is not null` : `${tenant} = ${place}`;

/**
 * Ids of the items of a tenant ($1), in their order: all of them, or those in which a transaction from $2 on has changed something.
 * Row versions carry the transaction that wrote them, so a row that was committed late is found, whatever the clocks showed.
 */
export function itemsSql(dataset: Dataset, changedOnly: boolean): string {
  const { item, tables, changedIn } = dataset;
  const changed = changedIn.map((alias) => `age(${alias}.xmin) <= age(($2::xid8)::xid)`).join(' or ');
  return `select distinct ${item} as id from ${tables} where ${tenantIs(dataset, '$1')}${
    changedOnly ? ` and (${changed})` : ''
  } order by 1`;
}

/** Values of a file are read as text where JavaScript has no such number. */
const exact = ([name, { type, sql }]: [string, Column]): string =>
  type === 'numeric' ? `(${sql})::text as ${name}` : `${sql} as ${name}`;

/** The rows of items ($2) of a tenant ($1), as in the view. */
export function rowsSql(dataset: Dataset): string {
  const { item, itemIs = `${item} = i.item`, columns, key } = dataset;
  const inner = Object.entries(columns).map(exact).join(', ');
  return `select v.* from unnest($2::bigint[]) with ordinality as i(item, place)
    cross join lateral (select ${inner} from ${fromOf(dataset)} where ${tenantIs(dataset, '$1')} and ${itemIs}) v
    order by i.place, ${key.map((name) => `v.${name}`).join(', ')}`;
}
