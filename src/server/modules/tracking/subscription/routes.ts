import type { NewSubscriptionInput } from '#contract/tracking/subscription.ts';
import { listRoute, streamList } from '#server/list/index.ts';
import { listWords, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { answer, route, streamAnswer } from '#server/platform/http/index.ts';
import type { App, Routes } from '#server/platform/http/index.ts';
import { both } from '#shared/i18n/text.ts';
import { importSubscriptions } from './import-subscriptions.ts';
import { queryPlans, querySchedules, switchSchedules } from './schedules.ts';
import type { SchedulePulls } from './schedules.ts';
import { subscriptionsSource } from './subscriptions-source.ts';
import { queryBookings, switchBooking } from './switch-booking.ts';
import { updateRemark } from './update-remark.ts';

/** What the module needs of the product. */
export type SubscriptionDeps = { reference: () => ReferenceSnapshot; schedulePulls: SchedulePulls };

const importMax = 1000;
const batchMax = 10;
const selfService = 'SHIPPING_TRACKING_WALI';
const tracking = 'SHIPPING_TRACKING';

type RowsInput =
  | NewSubscriptionInput[]
  | {
      rows?: NewSubscriptionInput[] | null | undefined;
      tenantCode?: string | null | undefined;
      dryRun?: 0 | 1 | null | undefined;
    };

const rowsOf = (input: RowsInput) =>
  Array.isArray(input)
    ? { rows: input, tenantCode: null, dryRun: false }
    : { rows: input.rows ?? [], tenantCode: input.tenantCode, dryRun: input.dryRun === 1 };

function addSubscribing(app: App, { reference, schedulePulls }: SubscriptionDeps): void {
  const add = async (ctx: Ctx, input: RowsInput, channel: string, max: number) => {
    const wanted = rowsOf(input);
    const result = await importSubscriptions({
      ctx,
      ...wanted,
      channel,
      max,
      reference: reference(),
      schedulePulls,
    });
    const params = { count: result.created, failed: result.failed };
    if (wanted.dryRun) return answer(result, 'subscription.checked', params);
    if (result.created === 0) return answer(result, 'subscription.noneImported', params);
    return answer(result, result.failed > 0 ? 'subscription.importedPartly' : 'subscription.imported', params);
  };
  route(app, 'importSubscriptions', ({ ctx, input }) => add(ctx, input.body, selfService, importMax), {
    bodyLimit: 2_000_000,
  });
  route(app, 'batchSubscribe', ({ ctx, input }) => add(ctx, input.body, tracking, batchMax));
  route(app, 'subscribe', async ({ ctx, input }) => {
    const { tenantCode, ...row } = input.body;
    const { data } = await add(ctx, { rows: [row], tenantCode }, tracking, 1);
    const [result] = data.results;
    if (result?.obmTkSubscribeId == null)
      throw refused('subscription.refused', { msg: result?.errors[0]?.msg ?? '' }, result?.errors ?? null);
    const noSource = result.warnings.find(({ field }) => field === 'noSource')?.msg ?? null;
    return answer({ obmTkSubscribeId: result.obmTkSubscribeId, noSource }, 'tracking.subscribed');
  });
}

function addSchedules(app: App, { reference, schedulePulls }: SubscriptionDeps): void {
  route(app, 'subscriptionSchedules', ({ ctx, input }) =>
    querySchedules({ ctx, subscriptionId: input.query.subscribeId, reference: reference() }),
  );
  route(app, 'schedulePlans', ({ ctx, input }) => queryPlans({ ctx, input: input.body }));
  route(app, 'startSchedules', async ({ ctx, input }) => {
    const changed = await switchSchedules({ ctx, ids: input.body, run: true, schedulePulls });
    return answer({ changed }, changed > 0 ? 'schedule.started' : 'schedule.runAlready', { count: changed });
  });
  route(app, 'stopSchedules', async ({ ctx, input }) => {
    const changed = await switchSchedules({ ctx, ids: input.body, run: false, schedulePulls });
    return answer({ changed }, changed > 0 ? 'schedule.stopped' : 'schedule.stoppedAlready', { count: changed });
  });
}

/** The subscription list and what can be done with a subscription. */
export const subscriptionRoutes =
  (deps: SubscriptionDeps): Routes =>
  (app) => {
    const { reference } = deps;
    const source = subscriptionsSource(reference);
    listRoute(app, source);
    route(app, 'exportSubscriptions', async ({ ctx, input }) =>
      streamAnswer({
        body: await streamList(source, ctx, input.body, {
          words: listWords(ctx, reference()),
          columns: input.body.columns,
        }),
        contentType: 'text/csv; charset=utf-8',
        fileName: both('订阅列表.csv', 'subscriptions.csv')[ctx.lang],
      }),
    );
    route(app, 'updateSubscriptionRemark', async ({ ctx, input }) =>
      answer(await updateRemark({ ctx, input: input.body, reference: reference() }), 'success.saved'),
    );
    route(app, 'queryBkBySubscribe', ({ ctx, input }) =>
      queryBookings({ ctx, input: input.body, reference: reference() }),
    );
    route(app, 'updateSubscribeInfo', async ({ ctx, input }) =>
      answer(await switchBooking({ ctx, input: input.body, reference: reference() }), 'subscription.linked'),
    );
    addSubscribing(app, deps);
    addSchedules(app, deps);
  };
