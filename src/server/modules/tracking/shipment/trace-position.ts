import type { CallData } from '#contract/index.ts';
import { isProven } from '#domain/network/position/score.ts';
import type { EtaScore } from '#domain/network/position/score.ts';
import type { VoyageView } from '#domain/network/position/voyage.ts';
import { unwrapLine } from '#shared/geo/antimeridian.ts';
import { distanceNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import type { Ctx } from '#server/platform/context.ts';
import { lastItem } from '#shared/values/items.ts';

type Trace = CallData<'getTrace'>;
type Drawn = Pick<Trace, 'track' | 'vessel'>;

/** What positions show of the vessel that carries a shipment now and her way so far, or of the aircraft. */
export type PositionReader = (
  ctx: Ctx,
  shipment: { subscription_id: number; tenant_id: number },
) => Promise<
  | { view: VoyageView; track: { lon: number; lat: number }[]; flight?: undefined }
  | { flight: NonNullable<Trace['flightPosition']>; view?: undefined; track?: undefined }
  | undefined
>;

const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;
const pairs = (line: readonly LonLat[]): [number, number][] => line.map(([lon, lat]) => [round(lon), round(lat)]);

/** The part of a lane that lies ahead of a point: from the lane's nearest corner on. */
function ahead(lane: readonly LonLat[], from: LonLat): LonLat[] {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, corner] of lane.entries()) {
    const nm = distanceNm(corner, from);
    if (nm < least) [nearest, least] = [index, nm];
  }
  return [from, ...lane.slice(nearest + 1)];
}

/** Draws the vessel where she was received and her way as she went, instead of reckoning both. */
export function drawPosition(drawn: Drawn, found: Awaited<ReturnType<PositionReader>>): Drawn {
  if (found?.flight !== undefined) {
    const { flight, lon, lat } = found.flight;
    return { ...drawn, vessel: { name: flight, lon: round(lon), lat: round(lat), estimated: false } };
  }
  const leg = drawn.track.find(({ leg: sequence }) => sequence === found?.view.sequence);
  if (found?.view.fix == null || leg === undefined) return drawn;
  const { view, track } = found;
  const { fix } = found.view;
  const lane: LonLat[] = [...leg.travelled, ...leg.remaining];
  const way = unwrapLine([...track.map(({ lon, lat }): LonLat => [lon, lat]), [fix.lon, fix.lat]]);
  // In the turn of the globe in which the lane is drawn.
  const turns = Math.round(((lane[0]?.[0] ?? 0) - (way[0]?.[0] ?? 0)) / 360) * 360;
  const travelled = way.map(([lon, lat]): LonLat => [lon + turns, lat]);
  const here = lastItem(travelled);
  return {
    track: drawn.track.map((one) =>
      one === leg
        ? { ...one, travelled: pairs(travelled), remaining: pairs(ahead(lane, here)), estimated: false }
        : one,
    ),
    vessel: { name: view.vesselName ?? '', lon: round(here[0]), lat: round(here[1]), estimated: false },
  };
}

const presentScore = (score: EtaScore) => ({
  hitShare: score.hits / Math.max(1, score.predictions),
  proven: isProven(score),
});

/** What the page says about the vessel's position and when we expect her. */
export function presentPosition(found: Awaited<ReturnType<PositionReader>>): Trace['position'] {
  const { fix, prediction, score } = found?.view ?? {};
  if (found?.view === undefined || fix == null) return null;
  return {
    leg: found.view.sequence,
    mmsi: String(found.view.mmsi).padStart(9, '0'),
    vesselName: found.view.vesselName,
    fixTime: fix.at,
    lon: fix.lon,
    lat: fix.lat,
    speed: fix.speed,
    course: fix.course,
    navStatus: fix.status,
    portCode: found.view.stay?.portCode ?? null,
    eta:
      prediction == null
        ? null
        : {
            value: Math.round(prediction.eta),
            low: Math.round(prediction.low),
            high: Math.round(prediction.high),
            basis: prediction.basis,
            passages: prediction.passages,
            typicalKn: Math.round(prediction.typicalKn * 10) / 10,
            knownAt: prediction.knownAt,
            score: score == null ? null : { ...presentScore(score), voyages: score.voyages },
          },
  };
}
