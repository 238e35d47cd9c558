import { NOBODY } from '#shared/reference/nobody.ts';
import { keysOf } from '#shared/values/objects.ts';
import { makeHref } from '#web/base/href.ts';

/** Handle statuses of exceptions that are still open, by the name of their count. */
const openStatuses = { untreated: '0', inProgress: '1', onHold: '4' } as const;
export type OpenStatus = keyof typeof openStatuses;

/** The names in the order in which they stand. */
export const openNames = keysOf(openStatuses);

/** Handle statuses of exceptions that are settled. */
export const closedStatuses = [
  { name: 'handled', status: '2' },
  { name: 'noAction', status: '3' },
] as const;

type Filters = {
  status?: OpenStatus;
  testPurpose?: string;
  from?: string | null;
  to?: string | null;
  chargeCode?: string;
  oldestFirst?: boolean;
  dearestFirst?: boolean;
};

/** The exception list with these filters set; open ones unless one status is meant. */
export function exceptionsHref({
  status,
  testPurpose,
  from,
  to,
  chargeCode,
  oldestFirst,
  dearestFirst,
}: Filters = {}): string {
  return makeHref('/exception-manage', {
    testPurpose,
    handleStatus: status === undefined ? Object.values(openStatuses).join(',') : openStatuses[status],
    chargeCode,
    createTimeFrom: from ?? undefined,
    createTimeTo: to ?? undefined,
    sort: dearestFirst === true ? 'moneyAtRisk.desc' : oldestFirst === true ? 'createTime.asc' : undefined,
  });
}

/** Everything of one handle status. */
export const statusHref = (status: string): string => makeHref('/exception-manage', { handleStatus: status });

/** What came about on a day, whatever became of it. */
export const dayHref = (day: string): string =>
  makeHref('/exception-manage', { createTimeFrom: day, createTimeTo: day });

/** What people settled on a day. */
export const handledHref = (day: string): string =>
  makeHref('/exception-manage', { handleStatus: '2,3', handleTimeFrom: day, handleTimeTo: day });

/** Open ones that nobody is responsible for, oldest first. */
export const unassignedHref = (): string => exceptionsHref({ chargeCode: NOBODY, oldestFirst: true });

/** Open ones of a person, oldest first. */
export const ownHref = (userCode: string): string => exceptionsHref({ chargeCode: userCode, oldestFirst: true });

/** Notifications that are in one state. */
export const outboxHref = (state: string): string => makeHref('/outbox', { state });

/** The page on which one exception is handled. */
export const handleHref = (id: string): string => makeHref('/exception-manage/handle', { id });
