import type { HistoryEntry } from '#contract/exceptions/handling.ts';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { decisionNote, decisionNoteCode, isResolutionNote, resolutionNotes } from '#domain/exceptions/lifecycle.ts';
import { exceptionTypeName, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { asRecord } from '#shared/values/objects.ts';
import { causeNames, type CauseNames, handleStatusName } from './present.ts';
import { findException, listComments, listEvents, namesOfUsers } from './queries.ts';

/** Entries shown of each kind; an exception that lives longer keeps the rest in the database. */
const maxEntries = 300;

type Change = HistoryEntry['changes'][number];
type Handling = {
  handle_status?: number;
  handle_remark?: string | null;
  assignee_code?: string | null;
  assignee_name?: string | null;
};
type CauseTrace = { type?: string; remark?: string | null; statuses?: string[] };

const statusName = (value: number | undefined, names: CauseNames): string | null => {
  if (value === undefined) return null;
  const entry = names.reference.dictionary.find(
    (item) => item.codeType === 'HANDLE_STATUS' && item.codeValue === String(value),
  );
  return (names.lang === 'zh' ? entry?.displayCn : entry?.displayEn) ?? String(value);
};

/** What handling changed; fields that stayed are left out. */
function handlingChanges(before: Handling, after: Handling, names: CauseNames): Change[] {
  const changes: Change[] = [];
  const add = (field: string, was: string | null, is: string | null): void => {
    if ((was ?? '') !== (is ?? '')) changes.push({ field, before: was, after: is });
  };
  if (after.handle_status !== undefined)
    add('handleStatus', statusName(before.handle_status, names), statusName(after.handle_status, names));
  if (after.handle_remark !== undefined) add('handleRemark', before.handle_remark ?? null, after.handle_remark);
  if (after.assignee_code !== undefined)
    add(
      'chargeName',
      before.assignee_name ?? before.assignee_code ?? null,
      after.assignee_name ?? after.assignee_code ?? null,
    );
  return changes;
}

function causeText(cause: CauseTrace, names: CauseNames): string {
  const done = (cause.statuses ?? []).map((code) => {
    const status = names.statuses.get(code);
    return status === undefined ? code : handleStatusName(status, names.lang);
  });
  const type = exceptionTypeName(cause.type ?? '', names.lang, names.reference);
  const parts = [type, cause.remark, done.join(names.lang === 'zh' ? '、' : ', ')];
  return parts.filter(Boolean).join(' · ');
}

function causeChanges(before: CauseTrace[], after: CauseTrace[], names: CauseNames): Change[] {
  const was = before.map((cause) => causeText(cause, names));
  const is = after.map((cause) => causeText(cause, names));
  const gone = without(was, is).map((text) => ({ field: 'cause', before: text, after: null }));
  const come = without(is, was).map((text) => ({ field: 'cause', before: null, after: text }));
  return [...gone, ...come];
}

/** Texts of `all` that `others` does not hold as often. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((text) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function changesOf(kind: string, detail: Readonly<Record<string, unknown>>, names: CauseNames): Change[] {
  const { before, after } = detail;
  if (kind === 'causes') {
    const list = (value: unknown): CauseTrace[] => (Array.isArray(value) ? (value as CauseTrace[]) : []);
    return causeChanges(list(before), list(after), names);
  }
  const part = (value: unknown): Handling => (typeof value === 'object' && value !== null ? (value as Handling) : {});
  return handlingChanges(part(before), part(after), names);
}

function noteOf(detail: Readonly<Record<string, unknown>>, lang: 'zh' | 'en'): string | null {
  if (detail['note'] === decisionNoteCode) return decisionNote[lang];
  return isResolutionNote(detail['note']) ? resolutionNotes[detail['note']][lang] : null;
}

/** Everything that happened to an exception and was stated about it, newest first. */
export async function getHistory({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'exceptionHistory'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'exceptionHistory'>> {
  const row = await findException(ctx, input.obmAutotestResultId);
  if (row === undefined) throw notFound('exception.notFound');
  const events = await listEvents(ctx, row.id, maxEntries);
  const comments = await listComments(ctx, row.id, maxEntries);
  const mentioned = await namesOfUsers(
    ctx,
    comments.flatMap((comment) => comment.mentions),
  );
  const names = await causeNames(
    ctx,
    reference,
    events.map((event) => event.actor_code),
  );
  const entries: HistoryEntry[] = [
    ...events.map((event) => {
      const detail = asRecord(event.detail);
      const own = event.actor_code === 'system';
      return {
        id: `event-${event.id}`,
        kind: event.kind,
        time: event.at,
        actorCode: own ? null : event.actor_code,
        actorName: own ? null : (names.people.get(event.actor_code) ?? event.actor_code),
        note: noteOf(detail, ctx.lang),
        changes: changesOf(event.kind, detail, names),
        comment: null,
      };
    }),
    ...comments.map((comment) => ({
      id: `comment-${comment.id}`,
      kind: 'comment',
      time: comment.created_at,
      actorCode: comment.author_code,
      actorName: comment.author_name,
      note: null,
      changes: [],
      comment: {
        exceptionCommentId: String(comment.id),
        body: comment.body,
        mentions: comment.mentions.map((code) => ({ userCode: code, userName: mentioned.get(code) ?? code })),
        own: comment.author_code === ctx.actor.userCode,
      },
    })),
  ];
  return entries.toSorted((a, b) => b.time - a.time);
}
