import type { FastifyRequest } from 'fastify';
import { isZone } from '#shared/time/zone.ts';

/** The zone in which a person reads times without a place: what the browser sends as `x-zone`, if it is one. */
export function requestZone(request: FastifyRequest): string | undefined {
  const zone = request.headers['x-zone'];
  return typeof zone === 'string' && zone.length <= 64 && isZone(zone) ? zone : undefined;
}
