import type { EntityServices } from '#server/entity/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import { changeMany } from './bulk/change-many.ts';
import { linesOfFilter, linesOfPrices } from './bulk/choose-lines.ts';
import { priceKinds } from './bulk/price-kinds.ts';
import { listChanges, undoMany } from './bulk/undo-many.ts';
import { getAgentPrice, getSpotOffer } from './get-price.ts';
import { agentPricesSource } from './price-sources.ts';

const said = (data: Awaited<ReturnType<typeof changeMany>>) =>
  data.batch === null ? data : answer(data, 'freight.changedMany', { count: data.changed });

/** Prices, besides their lists and what people maintain one by one. */
export const freightRoutes =
  ({ services, reference }: { services: EntityServices; reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    const prices = agentPricesSource(reference);
    const { freightRate, surcharge } = priceKinds;
    route(app, 'agentPriceGet', ({ ctx, input }) => getAgentPrice({ ctx, input: input.query }));
    route(app, 'spotOfferGet', ({ ctx, input }) => getSpotOffer({ ctx, input: input.query }));
    route(app, 'freightRateChangeMany', async ({ ctx, input: { body } }) => {
      const { filter = {}, prices: asked } = body;
      const chosen = () =>
        asked === undefined
          ? linesOfFilter(ctx, services, freightRate, asRecord(filter))
          : linesOfPrices(ctx, prices, asked);
      return said(await changeMany(ctx, freightRate, chosen, body));
    });
    route(app, 'surchargeChangeMany', async ({ ctx, input: { body } }) => {
      const chosen = () => linesOfFilter(ctx, services, surcharge, asRecord(body.filter));
      return said(await changeMany(ctx, surcharge, chosen, body));
    });
    route(app, 'freightRateChanges', ({ ctx }) => listChanges(ctx, freightRate));
    route(app, 'surchargeChanges', ({ ctx }) => listChanges(ctx, surcharge));
    route(app, 'freightRateUndoMany', async ({ ctx, input }) => {
      const data = await undoMany(ctx, freightRate, input.body);
      return answer(data, 'freight.undoneMany', { count: data.undone });
    });
    route(app, 'surchargeUndoMany', async ({ ctx, input }) => {
      const data = await undoMany(ctx, surcharge, input.body);
      return answer(data, 'freight.undoneMany', { count: data.undone });
    });
  };
