import type { CallInput } from '#contract/index.ts';
import type { CauseRecord, HandlingDetail } from '#contract/exceptions/handling.ts';
import { findCauseProblem, type CauseProblem } from '#domain/exceptions/causes.ts';

/** Something done about a cause, being edited; without an id it is new. */
export type StatusDraft = { key: string; id?: string; code: string; who?: string | null; at?: number | null };
/** A cause being edited; without an id it is new. */
export type CauseDraft = {
  key: string;
  id?: string;
  typeCode: string;
  remark: string;
  recordVersion?: number;
  who?: string | null;
  at?: number | null;
  statuses: readonly StatusDraft[];
};
/** What the page edits. */
export type Draft = { status: string; remark: string; causes: readonly CauseDraft[] };

/** What the server says now. */
export type ServerState = { detail: HandlingDetail; causes: readonly CauseRecord[] };

/** The draft, what it began from, and whether somebody else changed that meanwhile. */
export type FormState = { seen: ServerState; base: Draft; draft: Draft; recordVersion: number; conflict: boolean };

const draftOf = ({ detail, causes }: ServerState): Draft => ({
  status: detail.handleStatus,
  remark: detail.handleRemark ?? '',
  causes: causes.map((cause) => ({
    key: cause.wlExceptionCauseId,
    id: cause.wlExceptionCauseId,
    typeCode: cause.exceptionTypeCode,
    remark: cause.remark ?? '',
    recordVersion: cause.recordVersion,
    who: cause.lastModifierName,
    at: cause.lastModifyTime,
    statuses: cause.wlExceptionHandleStatusList.map((status) => ({
      key: status.wlExceptionHandleStatusId,
      id: status.wlExceptionHandleStatusId,
      code: status.exceptionHandleStatusCode,
      who: status.creatorName,
      at: status.createTime,
    })),
  })),
});

/** The state with which editing begins. */
export function startForm(seen: ServerState): FormState {
  const base = draftOf(seen);
  return { seen, base, draft: base, recordVersion: seen.detail.recordVersion, conflict: false };
}

const handlingText = ({ status, remark }: Draft): string => JSON.stringify([status, remark.trim()]);
/** What people see of causes; ids and versions apart. */
const causesText = ({ causes }: Draft): string =>
  JSON.stringify(
    causes.map((cause) => [cause.typeCode, cause.remark.trim(), cause.statuses.map((status) => status.code)]),
  );
const versionsText = ({ causes }: Draft): string =>
  JSON.stringify(causes.map((cause) => [cause.id, cause.recordVersion]));

/** Which steps a save has to take. */
export function changesOf({ base, draft }: Pick<FormState, 'base' | 'draft'>): { handling: boolean; causes: boolean } {
  return {
    handling: handlingText(base) !== handlingText(draft),
    causes: causesText(base) !== causesText(draft) || draft.causes.some((cause) => cause.id === undefined),
  };
}

/**
 * Takes over what the server says now. Parts that were not edited follow; an edited part stays, and when somebody else
 * changed the same part, that is a conflict for the person to settle.
 */
export function adopt(state: FormState, seen: ServerState): FormState {
  const server = draftOf(seen);
  const edited = changesOf(state);
  const handlingMine = edited.handling && handlingText(state.draft) !== handlingText(server);
  const causesMine = edited.causes && causesText(state.draft) !== causesText(server);
  const handlingMoved = handlingText(state.base) !== handlingText(server);
  const causesMoved = versionsText(state.base) !== versionsText(server);
  const conflict = (handlingMine && handlingMoved) || (causesMine && causesMoved);
  const keepBase = { handling: handlingMine && handlingMoved, causes: causesMine && causesMoved };
  return {
    seen,
    conflict,
    recordVersion: keepBase.handling ? state.recordVersion : seen.detail.recordVersion,
    base: {
      status: keepBase.handling ? state.base.status : server.status,
      remark: keepBase.handling ? state.base.remark : server.remark,
      causes: keepBase.causes ? state.base.causes : server.causes,
    },
    draft: {
      status: handlingMine ? state.draft.status : server.status,
      remark: handlingMine ? state.draft.remark : server.remark,
      causes: causesMine ? state.draft.causes : server.causes,
    },
  };
}

/** Settles a conflict in favour of the person's own input: it is now a change of what the server has. */
export function keepMine(state: FormState): FormState {
  const server = startForm(state.seen);
  const known = new Map(server.base.causes.map((cause) => [cause.id, cause]));
  const causes = state.draft.causes.map((cause) => {
    const there = cause.id === undefined ? undefined : known.get(cause.id);
    if (there !== undefined) {
      const kept = new Set(there.statuses.map((status) => status.id));
      const statuses = cause.statuses.map((status) => (kept.has(status.id) ? status : withoutId(status)));
      return {
        ...cause,
        ...(there.recordVersion === undefined ? {} : { recordVersion: there.recordVersion }),
        statuses,
      };
    }
    // Deleted by somebody else: it comes back as a new one.
    const { recordVersion: _gone, ...rest } = withoutId(cause);
    return { ...rest, statuses: cause.statuses.map(withoutId) };
  });
  return { ...server, draft: { ...state.draft, causes } };
}

function withoutId<T extends { id?: string }>(item: T): Omit<T, 'id'> {
  const { id: _id, ...rest } = item;
  return rest;
}

/** The first thing that keeps the causes from being saved; the server checks the same. */
export const problemOf = ({ causes }: Draft): CauseProblem | undefined =>
  findCauseProblem(
    causes.map((cause) => ({
      id: cause.id,
      typeCode: cause.typeCode,
      remark: cause.remark.trim(),
      statuses: cause.statuses.map((status) => ({ id: status.id, statusCode: status.code })),
    })),
  );

/** What is sent to save the causes. */
export const causesInput = (exceptionId: string, { base, draft }: FormState): CallInput<'saveExceptionCauses'> => ({
  businessType: 'AUTOTEST_RESULT',
  sourceOrderId01: exceptionId,
  baseline: base.causes.flatMap(({ id, recordVersion }) =>
    id === undefined || recordVersion === undefined ? [] : [{ wlExceptionCauseId: id, recordVersion }],
  ),
  wlExceptionCauseList: draft.causes.map((cause) => ({
    wlExceptionCauseId: cause.id ?? null,
    sourceOrderId01: exceptionId,
    exceptionTypeCode: cause.typeCode,
    remark: cause.remark.trim(),
    wlExceptionHandleStatusList: cause.statuses.map((status) => ({
      wlExceptionHandleStatusId: status.id ?? null,
      exceptionHandleStatusCode: status.code,
    })),
  })),
});
