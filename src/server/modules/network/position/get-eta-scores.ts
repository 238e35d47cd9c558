// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData } from '#contract/index.ts';
import { isProven } from '#domain/network/position/score.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listScores } from './score-queries.ts';

/** How good own predictions of arrivals were, by how far ahead they were made; of vessels, not of anybody's cargo. */
export async function getEtaScores({ ctx }: { ctx: Ctx }): Promise<CallData<'etaScores'>> {
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
