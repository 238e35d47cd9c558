import type { CallData } from '#contract/index.ts';
import type { PriceChange } from '#domain/commerce/freight/change-price.ts';
import type { RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { columnOf } from '#shared/entity/declare.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { PlannedLine } from './plan-change.ts';
import type { PriceKind } from './price-kinds.ts';

/** Lines that an answer shows. */
const maxShown = 200;

/** What a line is about, in codes that both languages share. */
function aboutOf(row: RawRow, names: ReadonlyMap<string, string>): string {
  const code = (kind: string, column: string): string => names.get(`${kind} ${String(row[column])}`) ?? '*';
  const what = row['agent_name'] ?? row['surcharge_code'] ?? '';
  return [String(what), code('carrier', 'carrier_id'), `${code('port', 'pol_id')} → ${code('port', 'pod_id')}`]
    .filter((part) => part !== '')
    .join(' · ');
}

const plain = (value: unknown): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

/** The answer about planned lines; those with a problem come first. */
export function present(
  ctx: Ctx,
  kind: PriceKind,
  names: ReadonlyMap<string, string>,
  planned: readonly PlannedLine[],
  seen: string,
): CallData<'freightRateChangeMany'> {
  const fields = new Map(
    Object.entries(kind.entity.fields).map(([name, field]) => [columnOf(name, field), name] as const),
  );
  const wrong = planned.filter(({ problem }) => problem !== undefined);
  const changed = planned.filter(({ problem, values }) => problem === undefined && Object.keys(values).length > 0);
  return {
    chosen: planned.length,
    changed: changed.length,
    refused: wrong.length,
    seen,
    batch: null,
    lines: [...wrong, ...changed].slice(0, maxShown).map(({ row, values, problem }) => ({
      id: String(row['id']),
      number: String(row[kind.number]),
      about: aboutOf(row, names),
      values: Object.entries(values).map(([column, after]) => ({
        field: fields.get(column) ?? column,
        before: plain(row[column]),
        after: plain(after),
      })),
      problem: problem?.[ctx.lang] ?? null,
    })),
  };
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '−'));

/** A change in words. */
export function changeText(ctx: Ctx, what: PriceChange): string {
  switch (what.kind) {
    case 'percent':
      return serverText('freight.what.percent', { value: signed(what.percent) }, ctx.lang);
    case 'amount':
      return serverText('freight.what.amount', { value: signed(what.amount) }, ctx.lang);
    case 'validity':
      return serverText(
        'freight.what.validity',
        { value: `${what.validFrom ?? '…'} – ${what.validTo ?? '…'}` },
        ctx.lang,
      );
  }
}
