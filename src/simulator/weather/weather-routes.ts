import type { FastifyInstance } from 'fastify';
import { toIsoText } from '#shared/time/instant.ts';
import type { ServerContext } from '../servers/context.ts';
import { advisoryOf, stormsAt } from './storms.ts';

/** Adds the weather service: GET /weather/v1/storms gives the newest advisory of every storm as GeoJSON. */
export function addWeatherRoutes(app: FastifyInstance, { world, now }: ServerContext): void {
  app.get('/weather/v1/storms', () => ({
    type: 'FeatureCollection',
    features: stormsAt(world.seed, now()).flatMap((storm) => {
      const { issuedAt, points } = advisoryOf(storm, now());
      return points.map(({ at, place, windKn, radiusNm, errorNm }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place[0], place[1]] },
        properties: {
          stormId: storm.code,
          name: storm.name,
          issued: toIsoText(issuedAt),
          valid: toIsoText(at),
          windKn,
          radiusNm,
          errorNm,
        },
      }));
    }),
  }));
}
