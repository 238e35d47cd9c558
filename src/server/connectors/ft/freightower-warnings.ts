import { milestones } from '#domain/tracking/model.ts';
import type { EventContent, WarningContent } from '#domain/tracking/model.ts';
import { type WarningCode, warningCodes } from '#shared/reference/warning-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { attribute } from '../untrusted.ts';
import { first, objectsOf, zoneFrom } from './freightower-fields.ts';

type Fields = Record<string, unknown>;

/** How a warning that was taken back is marked. */
const WITHDRAWN = 3;

const { gateIn, loaded, departed, transhipmentArrived, transhipmentDischarged } = milestones;
const { arrived, berthed, discharged, gateOutFull, emptyReturn } = milestones;
const atOrigin: readonly string[] = [gateIn, loaded, departed];
const atDestination: readonly string[] = [arrived, berthed, discharged];

/** What has to happen so that a warning has come to nothing, or is of no use any more. */
const settledBy: Readonly<Record<WarningCode, readonly string[]>> = {
  WGITM: atOrigin,
  WPCGI: atOrigin,
  WCYOP: atOrigin,
  WCYCL: atOrigin,
  WDUMP: [loaded, departed],
  WETD: [departed],
  WDLPT: [departed],
  WTSBA: [transhipmentArrived, transhipmentDischarged],
  WETA: atDestination,
  WETB: [berthed, discharged],
  WBDAR: atDestination,
  WPORT: [discharged, gateOutFull],
  WGTOT: [gateOutFull, emptyReturn],
  WSTCS: [gateOutFull, emptyReturn],
  WRCVE: [emptyReturn],
  WHOLD: [gateOutFull, emptyReturn],
  WFEE: [gateOutFull, emptyReturn],
  WLFD: [gateOutFull, emptyReturn],
};

/** Warnings that only what happens after them settles: a container that was loaded may be rolled all the same. */
const onlyLater: ReadonlySet<WarningCode> = new Set(['WDUMP', 'WPORT', 'WTSBA']);

/** The warnings that nothing of what happened has settled, each once, in the order of their codes. */
export function openWarnings(warnings: readonly WarningContent[], events: readonly EventContent[]): WarningContent[] {
  const isSettled = (warning: WarningContent): boolean =>
    events.some(
      ({ containerNo, statusCode, actual }) =>
        actual !== null &&
        (containerNo === null || warning.containerNo === null || containerNo === warning.containerNo) &&
        settledBy[warning.code].includes(statusCode) &&
        (actual > warning.time || !onlyLater.has(warning.code)),
    );
  const keyOf = ({ containerNo, code, portCode }: WarningContent): string => `${containerNo}|${code}|${portCode}`;
  const last = new Map(warnings.map((warning) => [keyOf(warning), warning]));
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, warning]) => (isSettled(warning) ? [] : [warning]));
}

const warningOf = (fields: Fields, containerNo: unknown): Fields => ({
  warningCd: first(fields, 'eventCode', 'warningCode'),
  containerNo: first(fields, 'containerNo') ?? containerNo,
  occurTime: first(fields, 'eventTime', 'warningTime'),
  portCd: first(fields, 'portCode'),
  ...zoneFrom(attribute(fields, 'portTimeZone')),
  receivedAt: attribute(fields, 'receivedAt'),
  dbtype: attribute(fields, 'dbtype'),
});

const isWarning = (node: Fields): boolean => isOneOf(warningCodes, attribute(node, 'eventCode'));

/** What a message warns of: in a list of its own, of the bill or of a container, or among the nodes of a container. */
function warningsIn(result: Fields): Fields[] {
  const ofBill = objectsOf(attribute(result, 'warnings')).map((one) => warningOf(one, undefined));
  return objectsOf(attribute(result, 'containers')).reduce<Fields[]>((all, container) => {
    const own = objectsOf(attribute(container, 'warnings'));
    const nodes = objectsOf(attribute(container, 'status')).filter(isWarning);
    for (const one of [...own, ...nodes]) all.push(warningOf(one, attribute(container, 'containerNo')));
    return all;
  }, ofBill);
}

/** Whether a message says something of warnings and nothing else of the shipment. */
export function onlyWarns(result: Fields): boolean {
  const containers = objectsOf(attribute(result, 'containers'));
  const isMore =
    ['places', 'routes'].some((name) => objectsOf(attribute(result, name)).length > 0) ||
    attribute(result, 'terminalPlan') !== undefined ||
    containers.some((one) => objectsOf(attribute(one, 'status')).some((node) => !isWarning(node)));
  return !isMore && standingPart(result, 0) !== undefined;
}

/** Containers of which a message says that there are no warnings any more. */
const clearedContainers = (result: Fields): unknown[] =>
  objectsOf(attribute(result, 'containers')).flatMap((container) => {
    const list = attribute(container, 'warnings');
    return Array.isArray(list) && list.length === 0 ? [attribute(container, 'containerNo')] : [];
  });

/** The warnings after another message. Only what is stated of warnings changes them: an answer without any withdraws none. */
export function warningsAfter(before: readonly Fields[], result: Fields): Fields[] {
  const keyOf = (one: Fields): string => JSON.stringify([one['containerNo'], one['warningCd'], one['portCd']]);
  const cleared = clearedContainers(result);
  const list = new Map(
    before.filter((one) => !cleared.includes(one['containerNo'])).map((one) => [keyOf(one), one] as const),
  );
  for (const one of warningsIn(result)) {
    if (Number(one['dbtype']) === WITHDRAWN) list.delete(keyOf(one));
    else list.set(keyOf(one), one);
  }
  return [...list.values()];
}

/**
 * The part of a push that is kept because later answers do not repeat it: its warnings, and the containers without warnings;
 * undefined where it says nothing of warnings.
 */
export function standingPart(result: Fields, now: Instant): Fields | undefined {
  const isStanding = (fields: Fields): boolean => attribute(fields, 'warnings') !== undefined;
  const units = objectsOf(attribute(result, 'containers'));
  const timed = (list: unknown): unknown =>
    Array.isArray(list) ? objectsOf(list).map((one) => ({ ...one, receivedAt: now })) : undefined;
  const containers = units.flatMap((container) => {
    const nodes = objectsOf(attribute(container, 'status')).filter(isWarning);
    if (!isStanding(container) && nodes.length === 0) return [];
    const warnings = timed([...objectsOf(attribute(container, 'warnings')), ...nodes]);
    return [{ containerNo: attribute(container, 'containerNo'), warnings }];
  });
  if (containers.length === 0 && !isStanding(result)) return undefined;
  const own = timed(attribute(result, 'warnings'));
  return { billNo: attribute(result, 'billNo'), ...(own !== undefined && { warnings: own }), containers };
}
