import type { Finding, DetectedFinding } from './types.ts';

/**
 * Rules that say of an actual time that it cannot be right, or that it stands the wrong way round, the one that says it most
 * plainly first; then those that reckon from actual times and believe them.
 */
const plainest = ['FUTURE_ACTUAL', 'ATA_BEFORE_ATD', 'LEG_OVERLAP', 'STATUS_DISORDER'] as const;
const believers = ['ATD_BEFORE_ETD', 'ARRIVE_DELAY', 'DEPART_DELAY', 'MISSING_MILESTONE'] as const;
const rankOf = new Map<string, number>([...plainest, ...believers].map((code, rank) => [code, rank]));
const doubters: ReadonlySet<string> = new Set(plainest);

const actualPath = /\.(?:actual|atd|ata)$/;

const actualsOf = ({ evidence }: Finding): number[] =>
  evidence.flatMap(({ path, value }) => (actualPath.test(path) && typeof value === 'number' ? [value] : []));

/**
 * One wrong time is one problem: what only follows from an actual time that a plainer finding already calls wrong is left
 * out. It is found as soon as that one is settled and the time still stands.
 */
export function withoutConsequences(findings: readonly DetectedFinding[]): DetectedFinding[] {
  const ranked = findings
    .filter(({ code }) => rankOf.has(code))
    .sort((a, b) => (rankOf.get(a.code) ?? 0) - (rankOf.get(b.code) ?? 0));
  const doubted = new Set<number>();
  const explained = new Set<DetectedFinding>();
  for (const code of rankOf.keys()) {
    const own = ranked.filter((one) => one.code === code);
    for (const one of own) if (actualsOf(one.finding).some((time) => doubted.has(time))) explained.add(one);
    if (!doubters.has(code)) continue;
    for (const one of own) if (!explained.has(one)) for (const time of actualsOf(one.finding)) doubted.add(time);
  }
  return findings.filter((one) => !explained.has(one));
}
