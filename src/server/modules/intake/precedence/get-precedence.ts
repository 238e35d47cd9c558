// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import type { CallData } from '#contract/index.ts';
import {
  defaultOrderFor,
  differingAttributes,
  orderFor,
  orderableAttributes,
  standardOrder,
  toPrecedence,
} from '#domain/intake/fusion/precedence-orders.ts';
import { defaultPrecedence } from '#domain/intake/fusion/precedence.ts';
import { presentRecompute, recomputations } from '#server/modules/intake/recompute/index.ts';
import { currentPrecedence } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listLatestRuns, listRuns } from '#server/platform/run/index.ts';
import { listVersions } from './precedence-queries.ts';

/** The order of sources of every attribute, in force and by default, and the newest run. */
export async function getPrecedence(ctx: Ctx): Promise<CallData<'precedenceGet'>> {
  const { version, orders, precedence } = await currentPrecedence(ctx.unscoped);
  const [run] = await listRuns(ctx.unscoped, { kinds: [recomputations.precedence] }, 1);
  const owns = (attribute: string): boolean => attribute in orders || attribute in defaultPrecedence.byAttribute;
  return {
    version,
    attributes: [standardOrder, ...orderableAttributes].map((attribute) => ({
      attribute,
      order: [...orderFor(precedence, attribute)],
      defaultOrder: [...defaultOrderFor(attribute)],
      own: owns(attribute) ? 1 : 0,
    })),
    writable: ctx.actor.kind === 'user' && ctx.actor.writesShared ? 1 : 0,
    run: run === undefined ? null : presentRecompute(run, ctx.lang),
  };
}

const maxVersions = 100;

/** Saved versions, newest first, each with what it changed against the one before. */
export async function precedenceHistory(ctx: Ctx): Promise<CallData<'precedenceHistory'>> {
  // One more than is shown: the oldest one shown is compared with it.
  const rows = await listVersions(ctx.unscoped, maxVersions + 1);
  const runs = await listLatestRuns(ctx.unscoped, {
    kinds: [recomputations.precedence],
    subjects: rows.map((row) => String(row.version)),
  });
  const runOf = new Map(runs.map((run) => [run.params.causeId, run]));
  return rows.slice(0, maxVersions).map((row, index) => {
    const before = rows[index + 1]?.orders ?? {};
    const [one, other] = [toPrecedence(before), toPrecedence(row.orders)];
    const run = runOf.get(row.version);
    const { orders, ...shown } = row;
    return {
      ...shown,
      changes: differingAttributes(before, orders).map((attribute) => ({
        attribute,
        before: [...orderFor(one, attribute)],
        after: [...orderFor(other, attribute)],
      })),
      run: run === undefined ? null : presentRecompute(run, ctx.lang),
    };
  });
}
