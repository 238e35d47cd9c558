import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { sailingNetwork } from '#server/modules/network/sailing/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import { compareSailings } from './compare-sailings.ts';

/** What could be done instead: other sailings for a shipment, with their cost and their effect on orders. */
const whatIfRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'whatIfSailings', ({ ctx, input }) =>
      compareSailings({ ctx, input: input.query, memory: sailingNetwork, reference: reference() }),
    );
  };

/** What could be done instead. */
export const whatIf = defineModule({ name: 'what-if', routes: whatIfRoutes });
