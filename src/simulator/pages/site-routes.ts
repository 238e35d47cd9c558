import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../servers/context.ts';
import type { Shipment } from '../shipments/types.ts';
import type { Reference } from '../world.ts';
import { willowPage, willowUnknown } from './willow-pages.ts';
import { zephyrData, zephyrPage, zephyrUnknown } from './zephyr-pages.ts';

type Search = { bl?: string; container?: string };

/** Adds the sites of carriers without an API under /sites/{carrierCode}: pages for people, and for robots that look at them. */
export function addSiteRoutes(app: FastifyInstance, { world, now }: ServerContext): void {
  const find = (carrierCode: string, search: Search): Shipment | undefined => {
    const type: Reference['type'] = search.container === undefined ? 'bill' : 'container';
    const value = (search.container ?? search.bl ?? '').trim().toUpperCase();
    const shipment = world.find({ type, value }, now());
    return shipment?.carrier.code === carrierCode ? shipment : undefined;
  };
  app.get<{ Querystring: Search }>('/sites/WILL/cargo', (request, reply) => {
    const shipment = find('WILL', request.query);
    return reply
      .type('text/html; charset=utf-8')
      .send(shipment === undefined ? willowUnknown() : willowPage(world, shipment, now()));
  });
  app.get<{ Querystring: Search }>('/sites/ZEPH/shipment', (request, reply) => {
    const shipment = find('ZEPH', request.query);
    return reply
      .type('text/html; charset=utf-8')
      .send(shipment === undefined ? zephyrUnknown() : zephyrPage(world, shipment, now()));
  });
  app.get<{ Querystring: Search }>('/sites/ZEPH/container', (request, reply) => {
    const search = request.query;
    const containerNo = (search.container ?? '').trim().toUpperCase();
    return reply.send(zephyrData(world, find('ZEPH', { container: containerNo }), containerNo, now()));
  });
}
