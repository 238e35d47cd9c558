// unscoped: Test shipments are addressed by tenant, which was found among those of the caller.
import type { CallData } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import { clearTests, listTests, type ShownTest, startTest } from './test-shipments.ts';

type Deps = { reference: () => ReferenceSnapshot; schedulePulls: SchedulePulls };

/** The tenant of the caller's that is meant. */
async function testerOf(ctx: Ctx, tenantId: number) {
  const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst();
  if (tenant === undefined) throw notFound();
  return { database: ctx.unscoped, tenantId: tenant.id, auditor: ctx };
}

/** Test shipments, for the console of integrators. */
export const testShipmentRoutes = ({ reference, schedulePulls }: Deps): Routes => {
  const withName = (ctx: Ctx, { tenantId, ...test }: ShownTest): CallData<'testShipmentStart'> => {
    const tenant = reference().tenants.get(tenantId);
    return { ...test, tenantName: (ctx.lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? '' };
  };
  return (app) => {
    route(app, 'testShipmentQuery', async ({ ctx }) => {
      const tests = await listTests(ctx.unscoped, ctx.scope.kind === 'all' ? null : ctx.scope.tenantIds);
      return tests.map((test) => withName(ctx, test));
    });
    route(app, 'testShipmentStart', async ({ ctx, input }) => {
      const tester = await testerOf(ctx, input.body.tenantId);
      const test = await startTest(tester, input.body.reference, schedulePulls, ctx.clock.now());
      return answer(withName(ctx, test), 'testShipment.started');
    });
    route(app, 'testShipmentClear', async ({ ctx, input }) => {
      const removed = await clearTests(await testerOf(ctx, input.body.tenantId));
      return answer({ removed }, 'testShipment.cleared', { count: removed });
    });
  };
};
