// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import { nextCalls } from '#domain/network/position/next-calls.ts';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { findVesselImo } from '#server/modules/network/position/index.ts';
import { presentPorts, readVesselCalls } from '#server/modules/network/sailing/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { expect, masterOf, readErrors } from './expect.ts';
import { routeAhead } from './route-ahead.ts';
import { findVoyager, listOutlookScores, type OutlookScore, type Voyager } from './outlook-queries.ts';

type Data = CallData<'vesselOutlook'>;

const scoredMs = 90 * DAY_MS;
/** Calls that are over by so long are history. */
const backMs = DAY_MS;

const presentScore = (row: OutlookScore): Data['scores'][number] => ({
  by: row.by,
  ofVessel: row.of_vessel,
  arrivals: row.arrivals,
  told: row.told,
  hitShare: row.hits / row.told,
  medianErrorHours: Math.round(row.median_error_h * 10) / 10,
  bandShare: row.by === 'own' ? row.in_band / row.told : null,
});

async function expected(ctx: Ctx, voyager: Voyager | undefined, reference: ReferenceSnapshot) {
  if (voyager === undefined) return undefined;
  return expect(ctx.unscoped, voyager, await readErrors(ctx.unscoped), reference);
}

const presentCarrier = ({ next_at, carrier_code, service_code, voyage }: Voyager): Data['carrier'] =>
  next_at === null || carrier_code === null || service_code === null
    ? null
    : { carrierCode: carrier_code, serviceCode: service_code, voyage, eta: next_at };

const presentOwn = (own: NonNullable<Awaited<ReturnType<typeof expected>>>['own'] | undefined): Data['own'] =>
  own == null
    ? null
    : {
        eta: Math.round(own.eta),
        low: Math.round(own.low),
        high: Math.round(own.high),
        basis: own.basis,
        passages: own.passages,
        typicalKn: Math.round(own.typicalKn * 10) / 10,
        leftNm: Math.round(own.leftNm),
        knownTime: own.knownAt,
      };

/** The ports of her way ahead: her next ones, and before them the one where she lies. */
function portsAhead(schedule: Data['schedule'], nextPort: string | null, now: Instant): string[] {
  const calls = nextCalls(schedule, nextPort, now);
  const ports = calls.map(({ portCode }) => portCode);
  if (nextPort !== null) return ports.length > 0 ? ports : [nextPort];
  const [first] = calls;
  const before = first === undefined ? undefined : schedule[schedule.indexOf(first) - 1];
  return before === undefined || before.omitted ? ports : [before.portCode, ...ports];
}

/** Where a vessel goes next, when she comes there as reported by us, her carrier and her master, and how right each was. */
export async function getOutlook({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselOutlook'>;
  reference: ReferenceSnapshot;
}): Promise<Data> {
  const mmsi = Number(input.mmsi);
  const now = ctx.clock.now();
  const [voyager, imo, scores] = await Promise.all([
    findVoyager(ctx.unscoped, mmsi),
    findVesselImo(ctx, mmsi),
    listOutlookScores(ctx.unscoped, mmsi, now - scoredMs),
  ]);
  const outlook = await expected(ctx, voyager, reference);
  const schedule = imo === undefined ? [] : await readVesselCalls(ctx, imo, now - backMs);
  const master = voyager === undefined ? undefined : masterOf(voyager, reference);
  const named = [voyager?.from_port, outlook?.toPort, master?.portCode, ...schedule.map(({ portCode }) => portCode)];
  return {
    fromPort: voyager?.from_port ?? null,
    departedTime: voyager?.departed_at ?? null,
    nextPort: outlook?.toPort ?? null,
    carrier: voyager === undefined ? null : presentCarrier(voyager),
    master: voyager === undefined || master === undefined ? null : { destination: voyager.destination, ...master },
    own: presentOwn(outlook?.own),
    scores: scores.map(presentScore),
    schedule,
    route: routeAhead(voyager, portsAhead(schedule, outlook?.toPort ?? null, now), reference),
    ports: presentPorts(
      named.filter((code) => code != null),
      reference,
    ),
  };
}
