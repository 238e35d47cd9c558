import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { sailingNetwork } from '#server/modules/network/sailing/index.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
import { compareSailings } from './compare-sailings.ts';

/** What could be done instead: other sailings for a shipment, with their cost and their effect on orders. */
export const whatIfModule = (reference: ReferenceStore): HttpModule => {
  return {
    name: 'what-if',
    routes: (app) => {
      route(app, 'whatIfSailings', ({ ctx, input }) =>
        compareSailings({ ctx, input: input.query, memory: sailingNetwork, reference: reference.current() }),
      );
    },
  };
};
