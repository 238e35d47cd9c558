import type { FastifyInstance } from 'fastify';
import { addAggregatorPushes } from '../servers/aggregator-push.ts';
import { addAggregatorRoutes } from '../servers/aggregator-routes.ts';
import type { ServerContext } from '../servers/context.ts';
import { addCargoSmart } from './cargosmart.ts';
import { addShipsGo } from './shipsgo.ts';
import { addTerminal49 } from './terminal49.ts';
import { addTrackingEyes } from './trackingeyes.ts';

/** Adds the aggregator and the platforms that answer for several carriers, and gives what makes their pushes. */
export function addPlatforms(app: FastifyInstance, context: ServerContext): { pushDue(): Promise<void> } {
  addCargoSmart(app, context);
  const aggregator = addAggregatorPushes(app, context);
  addAggregatorRoutes(app, context, (question, shipment, at) =>
    aggregator.follow(`${question.billNo}|${question.containerNo}`, question, shipment, at),
  );
  const news = [aggregator, addTerminal49(app, context), addShipsGo(app, context), addTrackingEyes(app, context)];
  return {
    async pushDue() {
      await Promise.all(news.map((one) => one.pushDue()));
    },
  };
}
