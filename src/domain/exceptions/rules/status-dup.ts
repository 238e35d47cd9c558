import { DAY_MS } from '#shared/time/instant.ts';
import { landMilestones } from '../../tracking/milestone-order.ts';
import { isActual, milestones } from '../../tracking/model.ts';
import type { HappenedEvent, SourceRecord } from '../../tracking/model.ts';
import { isOtherShip } from '../../tracking/ship.ts';
import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { canonicalPort, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, ReferenceData } from '../types.ts';

/** Inspections and holds may really come more than once. */
const repeatable: ReadonlySet<string> = new Set([
  milestones.inspection,
  milestones.customsHold,
  milestones.customsRelease,
  landMilestones.exportInspection,
  landMilestones.exportHold,
  landMilestones.importRelease,
]);

type Reports = [HappenedEvent, ...HappenedEvent[]];

/** Actual reports of one record by container, status, port and ship: a container that was moved to another ship has a call of each. */
function groupReports(record: SourceRecord, reference: ReferenceData): Map<string, Reports> {
  const groups = new Map<string, Reports>();
  for (const event of record.content.events) {
    if (!isActual(event) || repeatable.has(event.statusCode)) continue;
    const port = event.portCode ? canonicalPort(event.portCode, reference) : '';
    const ofContainer = `${event.containerNo ?? ''}|${event.statusCode}|${port}`;
    let ship = 0;
    const isOfOther = (known: Reports | undefined): boolean => known !== undefined && isOtherShip(known[0], event);
    while (isOfOther(groups.get(`${ofContainer}|${ship}`))) ship += 1;
    const key = `${ofContainer}|${ship}`;
    const reports = groups.get(key);
    if (reports) reports.push(event);
    else groups.set(key, [event]);
  }
  return groups;
}

/**
 * One source tells the same status of the same container at the same port twice as having happened.
 * Silent when two sources tell it once each, when the reports name two ships, when one report is only planned or estimated, and on inspections,
 * customs holds and releases, which may come again. A time that was corrected within a day changes no plan: of low severity.
 */
export const statusDup: ExceptionRule = {
  code: 'STATUS_DUP',
  defaults: {},
  text: {
    zh: '{{#containerNo}}箱 {{boxNos}} {{/containerNo}}{{status}}{{#port}}（{{port}}）{{/port}}被 {{source}} 重复上报 {{count}} 次：{{firstAt}}、{{lastAt}}',
    en: '{{#containerNo}}{{boxNos}}: {{/containerNo}}{{status}}{{#port}} at {{port}}{{/port}} was reported {{count}} {{count, plural(one: time; other: times)}} by {{source}}: {{firstAt}}, {{lastAt}}',
  },
  changeTimes: () => [],
  monotonic: 'increasing',
  readsSources: true,
  detect: (view, _now, _settings, reference) =>
    mergeContainers(
      view.records.flatMap((record) =>
        [...groupReports(record, reference)]
          .filter(([, reports]) => reports.length > 1)
          .map(([, reports]): ContainerFinding => {
            const times = reports.map(({ actual }) => actual);
            const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];
            const [event] = reports;
            const zone = zoneOfEvent(event, reference) ?? noZone;
            return {
              containerNo: event.containerNo,
              key: `${event.statusCode}|${event.portCode ? canonicalPort(event.portCode, reference) : ''}`,
              params: {
                ...(event.containerNo && { containerNo: event.containerNo }),
                status: event.statusCode,
                port: event.portCode ?? '',
                source: record.sourceCode,
                count: reports.length,
                firstAt,
                firstZone: zone,
                lastAt,
                lastZone: zone,
              },
              evidence: reports.map((report) => ({
                path: `event[${report.containerNo ?? ''}|${report.statusCode}|${report.portCode ?? ''}|${report.occurrence}].actual`,
                value: report.actual,
                sourceCode: record.sourceCode,
                observedAt: record.observedAt,
                zone,
              })),
              severity: lastAt - firstAt < DAY_MS ? 'low' : 'medium',
            };
          }),
      ),
    ),
};
