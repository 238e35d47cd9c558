import type { CallData, ParsedQuery } from '#contract/index.ts';
import { simplifyTrack } from '#domain/network/position/simplify.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import {
  countFixes,
  findMmsi,
  findVessels,
  listFeeds,
  listFixes,
  listLastFixes,
  listPortCalls,
} from './read-queries.ts';
import type { TrackRow, VesselKey, VesselRow } from './read-queries.ts';

/** Points of a track at most. */
const maxPoints = 2000;
/** Positions looked at for one track; longer ones are taken in steps. */
const maxFixes = 20_000;
/** Of a name or call sign, before it is looked for. */
const leastCharacters = 3;
const usualTrackMs = 30 * DAY_MS;

const nine = (mmsi: number): string => String(mmsi).padStart(9, '0');

/** The receiver by the name people know it by: of its source, or its address. */
function receiverName(
  { feed, feedCn, feedEn }: Pick<VesselRow, 'feed' | 'feedCn' | 'feedEn'>,
  lang: Lang,
): string | null {
  if (feed === 'world') return serverText('refusal.worldReceivers', {}, lang);
  return (lang === 'zh' ? feedCn : feedEn) ?? feed;
}

const present = (
  { feed, feedCn, feedEn, memory, ...row }: VesselRow,
  lang: Lang,
): CallData<'vesselPositions'>[number] => ({
  ...row,
  mmsi: nine(row.mmsi),
  heardBy: receiverName({ feed, feedCn, feedEn }, lang),
  portCode: memory.stay?.portCode ?? null,
  portSince: memory.stay?.arrivedAt ?? null,
});

/** Newest positions of vessels by MMSI, IMO number, or the beginning of name or call sign. */
export async function queryVesselPositions({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselPositions'>;
}): Promise<CallData<'vesselPositions'>> {
  if (Object.values(input).every((value) => value === undefined)) throw refused('error.emptyInput');
  if (input.vesselName === '') throw refused('tracking.vesselNameEmpty');
  if ([input.vesselName, input.callSign].some((text) => text !== undefined && text.length < leastCharacters))
    throw refused('tracking.searchTooShort', { min: leastCharacters });
  return (await findVessels(ctx, input)).map((row) => present(row, ctx.lang));
}

async function mmsiOf(ctx: Ctx, key: VesselKey): Promise<number> {
  if (key.mmsi === undefined && key.imo === undefined) throw refused('error.emptyInput');
  const mmsi = await findMmsi(ctx, key);
  if (mmsi === undefined) throw refused('error.notFound');
  return mmsi;
}

/** The shape of a vessel's way between two moments in so many points at most. */
export async function readTrack(
  ctx: Ctx,
  mmsi: number,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<{ points: TrackRow[]; total: number; implausible: number }> {
  const [total, implausible] = await countFixes(ctx, mmsi, from, to);
  const stepS = total <= maxFixes ? 0.001 : (to - from) / 1000 / maxFixes;
  const fixes = total === 0 ? [] : await listFixes(ctx, mmsi, from, to, stepS);
  return { points: simplifyTrack(fixes, limit), total, implausible };
}

/** Track of a vessel, of the last 30 days unless specified otherwise. */
export async function getVesselTrack({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselTrack'>;
}): Promise<CallData<'vesselTrack'>> {
  const mmsi = await mmsiOf(ctx, input);
  const to = input.timeTo ?? ctx.clock.now();
  const from = input.timeFrom ?? to - usualTrackMs;
  const { points, total, implausible } = await readTrack(ctx, mmsi, from, Math.max(from, to), maxPoints);
  return {
    mmsi: nine(mmsi),
    points: points.map(({ at, lon, lat, speed_kn }) => [at, lon, lat, speed_kn]),
    total,
    implausible,
  };
}

/** The last hundred stays of a vessel in ports, newest first. */
export async function getPortCalls({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselPortCalls'>;
}): Promise<CallData<'vesselPortCalls'>> {
  return listPortCalls(ctx, await mmsiOf(ctx, input));
}

/** How receiving goes, per configured address. */
export async function getFeeds({ ctx }: { ctx: Ctx }): Promise<CallData<'aisFeeds'>> {
  return (await listFeeds(ctx)).map((row) => ({
    ...row,
    counts: row.counts as Record<string, number>,
    samples: row.samples as Record<string, string>,
    lastError: failureText(row.lastError, ctx.lang),
  }));
}

/** When the newest position of each vessel was heard, and by which source or receiver; vessels never heard are left out. */
export async function listLastHeard(
  ctx: Ctx,
  mmsis: readonly number[],
): Promise<Map<number, { at: Instant; by: string | null }>> {
  const rows = await listLastFixes(ctx, mmsis);
  return new Map(rows.map((row) => [row.mmsi, { at: row.fixTime, by: receiverName(row, ctx.lang) }]));
}
