import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { getEtaScores } from './get-eta-scores.ts';
import { getFeeds, getPortCalls, getVesselTrack, queryVesselPositions } from './read-positions.ts';

/** Positions of vessels: data of everybody, without any tenant. */
export const positionRoutes = (): Routes => (app) => {
  route(app, 'vesselPositions', ({ ctx, input }) => queryVesselPositions({ ctx, input: input.query }));
  route(app, 'vesselTrack', ({ ctx, input }) => getVesselTrack({ ctx, input: input.query }));
  route(app, 'vesselPortCalls', ({ ctx, input }) => getPortCalls({ ctx, input: input.query }));
  route(app, 'aisFeeds', ({ ctx }) => getFeeds({ ctx }));
  route(app, 'etaScores', ({ ctx }) => getEtaScores({ ctx }));
};
