import { editingOf } from '#domain/tracking/journey/editing.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';

type Row = Readonly<Record<string, unknown>>;

/** A booking with its children as it is typed. */
export type BusinessDataDraft = {
  obmBk: Row;
  obmMultiVessel?: readonly Row[] | null | undefined;
  obmDocActualContainerList?: readonly Row[] | null | undefined;
  mdStatusRecordList?: readonly Row[] | null | undefined;
};

/** A rule that is not kept, and at which field: `obmBk.polCode`, `obmDocActualContainerList.3.ctnNo`. */
export type DraftProblem = { at: string; code: ServerMessageCode; params?: Record<string, string | number> };

/** Legs that the editor has room for, and that bookings may have. */
const legLimits = { editor: 3, booking: 6 } as const;

/** What a leg consists of, as its fields are named. */
const legFields = ['vesselEn', 'voyage', 'polCode', 'podCode', 'etd', 'atd', 'eta', 'ata'] as const;

const textOf = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};
const plainCode = (text: string): string => text.toUpperCase().replaceAll(/[\s./-]/g, '');
const codeOf = (row: Row, name: string): string => plainCode(textOf(row, name));
const isBlank = (row: Row, name: string): boolean => textOf(row, name) === '';

/** Whether nothing is filled in of a leg. */
export const isEmptyLeg = (leg: Row): boolean =>
  legFields.every((name) => isBlank(leg, name) && isBlank(leg, `${name}Str`));

type Need = readonly [field: string, code: ServerMessageCode];

const missing = (obmBk: Row, needed: readonly Need[]): DraftProblem[] =>
  needed.flatMap(([name, code]) => (isBlank(obmBk, name) ? [{ at: `obmBk.${name}`, code }] : []));

/** What a booking of another mode than sea needs. */
const needed = [
  ['blNo', 'business.waybillRequired'],
  ['carrierCode', 'business.operatorRequired'],
  ['processType', 'business.processTypeRequired'],
  ['bizSourceType', 'business.sourceTypeRequired'],
  ['polCode', 'business.originRequired'],
  ['podCode', 'business.destinationRequired'],
] as const;

/** What a booking by sea needs that is followed by its bill, and one that is followed by its container. */
const neededByBill: readonly Need[] = [
  ['blNo', 'subscription.billRequired'],
  ['carrierCode', 'subscription.carrierRequired'],
];
const neededByContainer: readonly Need[] = [
  ['ctnNo', 'subscription.containerRequired'],
  ['carrierCode', 'subscription.carrierRequired'],
  ['custVessel', 'subscription.vesselRequired'],
  ['custVoyage', 'subscription.voyageRequired'],
];

function bookingProblems(obmBk: Row): DraftProblem[] {
  return missing(obmBk, [
    ...(Number(obmBk['isBillNo']) === 1 ? neededByBill : neededByContainer),
    ['processType', 'business.processTypeRequired'],
    ['bizSourceType', 'business.sourceTypeRequired'],
    ['polCode', 'override.polRequired'],
    ['podCode', 'override.podRequired'],
  ]);
}

function containerProblems(obmBk: Row, containers: readonly Row[]): DraftProblem[] {
  if (containers.length === 0)
    return [{ at: 'obmDocActualContainerList', code: 'business.containersRequired' as const }];
  const seen = new Set<string>();
  const problems = containers.flatMap((row, index): DraftProblem[] => {
    const at = `obmDocActualContainerList.${index}.ctnNo`;
    const number = codeOf(row, 'ctnNo');
    if (number === '') return [{ at, code: 'subscription.containerRequired' }];
    if (seen.has(number)) return [{ at, code: 'business.containerTwice' }];
    seen.add(number);
    return [];
  });
  if (Number(obmBk['isBillNo']) === 0 && containers.length > 1)
    problems.push({ at: 'obmDocActualContainerList.1.ctnNo', code: 'business.oneContainerOnly' });
  return problems;
}

/** What makes two rows the same status: container, status, port. */
const statusKey = (row: Row): string =>
  `${codeOf(row, 'containerNo')}|${codeOf(row, 'statusCode')}|${codeOf(row, 'portCode')}`;

/** Whether a row is as it was loaded, as far as its identity goes: sources may report one status several times. */
function isLoaded(row: Row): boolean {
  const id = textOf(row, 'mdStatusRecordId');
  return id !== '' && plainCode(id.slice(id.indexOf('-') + 1)).startsWith(`${statusKey(row)}|`);
}

/** `containers` are the numbers that milestones may be about; undefined where sources tell the units. */
function statusProblems(statuses: readonly Row[], containers: ReadonlySet<string> | undefined): DraftProblem[] {
  const seen = new Map<string, boolean>();
  return statuses.flatMap((row, index): DraftProblem[] => {
    const at = (name: string): string => `mdStatusRecordList.${index}.${name}`;
    const loaded = isLoaded(row);
    const key = statusKey(row);
    const twice = seen.has(key) && !(loaded && seen.get(key) === true);
    seen.set(key, loaded);
    if (loaded) return twice ? [{ at: at('statusCode'), code: 'business.statusTwice' }] : [];
    const number = codeOf(row, 'containerNo');
    if (containers !== undefined && (number === '' || !containers.has(number)))
      return [{ at: at('containerNo'), code: 'business.statusContainer' }];
    if (isBlank(row, 'statusCode')) return [{ at: at('statusCode'), code: 'business.statusRequired' }];
    return twice ? [{ at: at('statusCode'), code: 'business.statusTwice' }] : [];
  });
}

function legProblems(legs: readonly Row[], bySea: boolean): DraftProblem[] {
  const last = legs.findLastIndex((leg) => !isEmptyLeg(leg));
  const problems = legs.slice(0, last + 1).flatMap((leg, index): DraftProblem[] => {
    const params = { leg: index + 1 };
    if (isEmptyLeg(leg)) return [{ at: `obmMultiVessel.${index}`, code: 'business.legGap', params }];
    const place = ['polCode', 'podCode'].find((name) => isBlank(leg, name));
    // A leg that a source reported without ports may stay so.
    if (place === undefined || !isBlank(leg, 'obmMultiVesseId')) return [];
    const code = bySea ? 'business.legPorts' : 'business.legPlaces';
    return [{ at: `obmMultiVessel.${index}.${place}`, code, params }];
  });
  if (last >= legLimits.booking)
    problems.push({
      at: `obmMultiVessel.${legLimits.booking}`,
      code: 'business.tooManyLegs',
      params: { max: legLimits.booking },
    });
  return problems;
}

/** Every rule of the editor that a booking of a mode does not keep, in the order of its tabs; both sides ask it before saving. */
export function draftProblems(draft: BusinessDataDraft, mode: OtherMode | undefined): DraftProblem[] {
  if (!editingOf(mode).bySea)
    return [
      ...missing(draft.obmBk, needed),
      ...legProblems(draft.obmMultiVessel ?? [], false),
      ...statusProblems(draft.mdStatusRecordList ?? [], undefined),
    ];
  const containers = draft.obmDocActualContainerList;
  const numbers = new Set((containers ?? []).map((row) => codeOf(row, 'ctnNo')));
  return [
    ...bookingProblems(draft.obmBk),
    ...legProblems(draft.obmMultiVessel ?? [], true),
    ...(containers == null ? [] : containerProblems(draft.obmBk, containers)),
    ...statusProblems(draft.mdStatusRecordList ?? [], numbers),
  ];
}
