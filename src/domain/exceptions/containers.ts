import { isWorse } from './severity.ts';
import type { Evidence, Finding } from './types.ts';

/** A problem of one container of a bill, or (null) of the bill itself. Containers with one key have one problem. */
export type ContainerFinding = Finding & { containerNo: string | null };

/** So much evidence is kept with one problem; all its containers are named all the same. */
const maxEvidence = 40;

function joinEvidence(findings: readonly Finding[]): Evidence[] {
  const joined: Evidence[] = [];
  for (const one of findings.flatMap(({ evidence }) => evidence)) {
    if (joined.length >= maxEvidence) break;
    const isThere = joined.some(
      ({ path, value, sourceCode }) => path === one.path && value === one.value && sourceCode === one.sourceCode,
    );
    if (!isThere) joined.push(one);
  }
  return joined;
}

/** How rules tell how much of a problem there is; the first that a finding has counts. */
const measures = ['days', 'daysOver', 'hours'] as const;

function sizeOf({ params }: Finding, measure: string | undefined): number {
  const reported = measure ?? measures.find((name) => params[name] !== undefined);
  // Of free time that still runs there is more of a problem the less of it is left.
  return reported === undefined ? -Number(params['hoursLeft'] ?? 0) : Number(params[reported] ?? 0);
}

/** Whether what a finding tells of has happened: a departure that is known is waited for no more. */
export const isBehind = ({ params }: Pick<Finding, 'params'>): boolean => params['atdAt'] !== undefined;

/** The finding that speaks for all: the worst one, then the one with the most of `measure`, then the first. */
const leadOf = (findings: readonly ContainerFinding[], measure: string | undefined): ContainerFinding =>
  findings.reduce((lead, one) =>
    isWorse(one.severity, lead.severity) ||
    (one.severity === lead.severity && sizeOf(one, measure) > sizeOf(lead, measure))
      ? one
      : lead,
  );

/**
 * One problem of a bill, however many of its containers have it: findings with one key become one, with the words of the worst
 * (of those that wait still, where there are any) and all containers in `boxNos`. Without a `measure` that of the findings counts. What is over for some of them is the problem of the others alone.
 */
export function mergeContainers(findings: readonly ContainerFinding[], measure?: string): Finding[] {
  return Array.from(Map.groupBy(findings, ({ key }) => key).values(), (all): Finding => {
    const present = all.filter(({ over }) => over === undefined);
    const group = present.length > 0 ? present : all;
    const waiting = group.filter((one) => !isBehind(one));
    const lead = leadOf(waiting.length > 0 ? waiting : group, measure);
    const containers = [...new Set(group.flatMap(({ containerNo }) => containerNo ?? []))].sort();
    const ordered = [lead, ...group.filter((one) => one !== lead)];
    return {
      key: lead.key,
      params: {
        ...lead.params,
        ...(containers.length > 0 && lead.containerNo !== null && { boxNos: containers.join(' ') }),
      },
      evidence: lead.containerNo === null ? lead.evidence : joinEvidence(ordered),
      severity: lead.severity,
      ...(lead.over !== undefined && { over: lead.over }),
      ...(lead.newsAt !== undefined && { newsAt: lead.newsAt }),
    };
  });
}

/** What one subscription of a single container says of a problem that it shares with the other containers of its bill. */
export type SharedFinding = { finding: Finding; containerNo: string | null };

/** One problem of a bill whose containers have subscriptions of their own: the words of the worst, and all containers. */
export function shareFinding(statement: readonly [SharedFinding, ...SharedFinding[]]): Finding {
  const all = statement.flatMap(({ finding, containerNo }): ContainerFinding[] => {
    const containers = containersOf(finding);
    const named = containers.length > 0 ? containers : [containerNo];
    return named.map((container) => ({ ...finding, containerNo: container }));
  });
  const sorted = all.sort((a, b) => ((a.containerNo ?? '') < (b.containerNo ?? '') ? -1 : 1));
  return mergeContainers(sorted)[0] ?? statement[0].finding;
}

/** The containers that a problem names. */
export function containersOf({ params }: Pick<Finding, 'params'>): string[] {
  const listed = params['boxNos'] ?? params['containerNo'];
  return typeof listed === 'string' && listed !== '' ? listed.split(' ') : [];
}
