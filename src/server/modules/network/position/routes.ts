import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { getFeeds, getPortCalls, getVesselTrack, queryVesselPositions } from './read-positions.ts';
import type { CallData } from '#contract/index.ts';
import { isProven } from '#domain/network/position/score.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listScores } from './score-queries.ts';

/** How good own predictions of arrivals were, by how far ahead they were made; of vessels, not of anybody's cargo. */
async function getEtaScores({ ctx }: { ctx: Ctx }): Promise<CallData<'etaScores'>> {
  // unscoped: Predictions are about vessels, public knowledge without a tenant.
  const scores = await listScores(ctx.unscoped);
  return scores.map((score) => ({
    leadDays: score.leadDays,
    learned: score.learned,
    predictions: score.predictions,
    voyages: score.voyages,
    medianErrorHours: score.medianErrorH,
    hitShare: score.hits / Math.max(1, score.predictions),
    toldHitShare: score.reported === 0 ? null : score.reportedHits / score.reported,
    claims: score.claims,
    claimsRight: score.claimsRight,
    proven: isProven(score),
  }));
}

/** Positions of vessels: data of everybody, without any tenant. */
export const positionRoutes = (): Routes => (app) => {
  route(app, 'vesselPositions', ({ ctx, input }) => queryVesselPositions({ ctx, input: input.query }));
  route(app, 'vesselTrack', ({ ctx, input }) => getVesselTrack({ ctx, input: input.query }));
  route(app, 'vesselPortCalls', ({ ctx, input }) => getPortCalls({ ctx, input: input.query }));
  route(app, 'aisFeeds', ({ ctx }) => getFeeds({ ctx }));
  route(app, 'etaScores', ({ ctx }) => getEtaScores({ ctx }));
};
