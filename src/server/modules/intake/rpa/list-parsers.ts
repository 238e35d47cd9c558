// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { type PageParser, pageParsers } from '#server/connectors/rpa/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { listLatestRuns } from '#server/platform/run/index.ts';
import { applyRun, trialRun } from './parser-runs.ts';
import { carrierName, presentRun, reasonText } from './present.ts';
import { currentReleases, listMade, listReleases } from './releases.ts';

type Counted = {
  carrier_code: string;
  parser_id: string | null;
  parser_version: number | null;
  state: string;
  reasons: string[];
  n: number;
  last: Instant;
};

/** Answers since a moment within the caller's tenants, counted by who read them and why not. */
async function countAnswers(ctx: Ctx, since: Instant): Promise<Counted[]> {
  return ctx.db
    .selectFrom('robot_answer')
    .select((select) => [
      'carrier_code',
      'parser_id',
      'parser_version',
      'state',
      'reasons',
      select.fn.countAll<number>().as('n'),
      select.fn.max('received_at').as('last'),
    ])
    .where('received_at', '>=', ts(since))
    .groupBy(['carrier_code', 'parser_id', 'parser_version', 'state', 'reasons'])
    .execute();
}

const sum = (rows: readonly Counted[]): number => rows.reduce((total, { n }) => total + Number(n), 0);
const newest = (rows: readonly Counted[]): Instant | null =>
  rows.length === 0 ? null : Math.max(...rows.map(({ last }) => last));
const refusedOf = (rows: readonly Counted[]): Counted[] => rows.filter(({ state }) => state === 'refused');

function carriersOf(
  rows: readonly Counted[],
  all: readonly PageParser[],
  reference: ReferenceSnapshot,
  ctx: Ctx,
): CallData<'rpaParsers'>['carriers'] {
  const codes = [...new Set([...all.map(({ carrierCode }) => carrierCode), ...rows.map((row) => row.carrier_code)])];
  return codes.sort().map((carrierCode) => {
    const own = rows.filter((row) => row.carrier_code === carrierCode);
    const reasons = new Map<string, number>();
    for (const row of own) for (const code of row.reasons) reasons.set(code, (reasons.get(code) ?? 0) + Number(row.n));
    return {
      carrierCode,
      carrierName: carrierName(reference, carrierCode, ctx.lang),
      answers: sum(own),
      refusedAnswers: sum(refusedOf(own)),
      reasons: [...reasons]
        .sort((a, b) => b[1] - a[1])
        .map(([code, count]) => ({ code, text: reasonText(code, ctx.lang), count })),
      lastTime: newest(own),
    };
  });
}

/** Parsers with their versions, who released them, what they read lately and what nobody could read. */
export async function listParsers(
  ctx: Ctx,
  input: ParsedQuery<'rpaParsers'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaParsers'>> {
  const isPlatform = ctx.scope.kind === 'all';
  const [counted, { releases }, rows, made, runs] = await Promise.all([
    countAnswers(ctx, ctx.clock.now() - input.hours * HOUR_MS),
    currentReleases(ctx.unscoped),
    listReleases(ctx.unscoped),
    listMade(ctx.unscoped),
    isPlatform ? listLatestRuns(ctx.unscoped, { kinds: [trialRun, applyRun] }) : [],
  ]);
  const all = [...pageParsers, ...made];
  const parsers = [...new Set(all.map(({ id }) => id))].sort().map((parserId) => {
    const versions = all.filter(({ id }) => id === parserId).sort((a, b) => b.version - a.version);
    const released = releases.get(parserId) ?? 0;
    const release = rows.find((row) => row.parser_id === parserId);
    const own = counted.filter((row) => row.parser_id === parserId);
    const carrierCode = versions[0]?.carrierCode ?? '';
    const runOf = ({ kind }: { kind: string }) => {
      const found = runs.find((run) => run.subject === parserId && run.kind === kind);
      return found === undefined ? null : presentRun(found);
    };
    return {
      parserId,
      carrierCode,
      carrierName: carrierName(reference, carrierCode, ctx.lang),
      kind: versions[0]?.mapping === undefined ? ('script' as const) : ('columns' as const),
      releasedVersion: released,
      versions: versions.map(({ version, about }) => {
        const read = own.filter((row) => row.parser_version === version);
        return {
          version,
          state:
            version === released
              ? ('released' as const)
              : version > released
                ? ('candidate' as const)
                : ('former' as const),
          about: about[ctx.lang],
          answers: sum(read),
          refusedAnswers: sum(refusedOf(read)),
        };
      }),
      releaseTime: release?.at ?? null,
      releasedBy: isPlatform ? (release?.actor_name ?? null) : null,
      answers: sum(own),
      lastTime: newest(own),
      trial: runOf(trialRun),
      apply: runOf(applyRun),
    };
  });
  return { parsers, carriers: carriersOf(counted, all, reference, ctx), platform: isPlatform };
}
