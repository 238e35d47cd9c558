import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { maxComment } from '#domain/exceptions/causes.ts';
import { handleStatuses } from '#domain/exceptions/handle-status.ts';
import {
  changeHandling,
  findAssignee,
  lockExceptions,
  parseHandling,
  publishExceptions,
} from '#server/modules/exceptions/exception/index.ts';
import type { HandlingChange, HandlingRow } from '#server/modules/exceptions/exception/index.ts';
import { writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { forgetIncidentSums } from './fold-incidents.ts';
import { findIncident } from './incident-queries.ts';
import { type Chosen, insertComments, listOpenIds, listOpenTenants } from './member-queries.ts';

type Input = ParsedBody<'actOnIncident'>;
type Result = CallData<'actOnIncident'>;

/** Members that one call takes. */
const limit = 5000;

/** What an act writes, which members still need it, and how the history and the audit call it. */
type Act = { kind: string; change: HandlingChange; needed: RawBuilder<SqlBool> };

const self = (ctx: Ctx): { assignee_code: string; assignee_name: string } => ({
  assignee_code: ctx.actor.userCode,
  assignee_name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});

async function toAssign(ctx: Ctx, input: Input, chosen: Chosen): Promise<Act> {
  const code = input.chargeCode?.trim() ?? '';
  if (code === '') throw refused('exception.assigneeRequired');
  const assignee = await findAssignee(ctx, code);
  if (assignee === undefined) throw refused('exception.assigneeUnknown');
  const seen = assignee.tenantIds;
  const tenantIds = await listOpenTenants(ctx, chosen);
  const unseen = seen === 'all' ? 0 : tenantIds.filter((id) => !seen.includes(id)).length;
  if (unseen > 0 && tenantIds.length > 1) throw refused('incident.assigneeOfSome', { count: unseen });
  if (unseen > 0) throw refused('exception.assigneeUnknown');
  const change = { assignee_code: assignee.userCode, assignee_name: assignee.name };
  return { kind: 'assigned', change, needed: sql`assignee_code is distinct from ${assignee.userCode}` };
}

function toHandle(ctx: Ctx, input: Input): Act {
  const { status, remark } = parseHandling(input);
  const person = self(ctx);
  const change = { ...person, handle_status: status, handle_remark: remark, handle_time: ctx.clock.now() };
  const needed = sql<SqlBool>`(handle_status, handle_remark, assignee_code, snoozed_at)
    is distinct from (${status}::smallint, ${remark}::text, ${person.assignee_code}::text, null::timestamptz)`;
  return { kind: 'handled', change, needed };
}

function toSnooze(ctx: Ctx, input: Input): Act {
  const until = input.snoozeForMs == null ? (input.snoozeUntil ?? null) : ctx.clock.now() + input.snoozeForMs;
  if (until !== null && until <= ctx.clock.now()) throw refused('incident.snoozePast');
  const change = {
    ...self(ctx),
    handle_status: handleStatuses.onHold,
    handle_time: ctx.clock.now(),
    snooze: { until },
  };
  const needed = sql<SqlBool>`(snoozed_at is null or snoozed_until is distinct from ${until === null ? null : ts(until)}::timestamptz)`;
  return { kind: 'snoozed', change, needed };
}

function actOf(ctx: Ctx, input: Input, which: Chosen): Act | Promise<Act> {
  switch (input.action) {
    case 'assign':
      return toAssign(ctx, input, which);
    case 'take': {
      const person = self(ctx);
      const change = { ...person, handle_status: handleStatuses.inProgress, handle_time: ctx.clock.now() };
      const needed = sql<SqlBool>`(handle_status, assignee_code) is distinct from (1::smallint, ${person.assignee_code}::text)`;
      return { kind: 'handled', change, needed };
    }
    case 'handle':
      return toHandle(ctx, input);
    case 'snooze':
      return toSnooze(ctx, input);
    case 'wake':
      return {
        kind: 'woken',
        change: { handle_status: handleStatuses.untreated },
        needed: sql`snoozed_at is not null`,
      };
    case 'comment':
      throw new Error('a comment changes no handling');
  }
}

/** Whether a member is not any more what the caller saw. */
function isStale(row: HandlingRow, input: Input): boolean {
  const seen = input.versions?.[String(row.id)];
  if (seen !== undefined) return seen !== row.record_version;
  return input.seenAt != null && row.updated_at > input.seenAt;
}

const auditFields = (row: HandlingRow) => ({
  handle_status: row.handle_status,
  handle_remark: row.handle_remark,
  assignee_code: row.assignee_code,
  assignee_name: row.assignee_name,
  snoozed_until: row.snoozed_until,
});

async function changeMembers(ctx: Ctx, rows: readonly HandlingRow[], { kind, change }: Act): Promise<void> {
  await changeHandling(ctx, rows, change, kind);
  const { snooze, ...columns } = change;
  await writeAudits(
    ctx,
    rows.map((row) => ({
      entity: 'shipment_exception',
      entityId: String(row.id),
      action: kind === 'assigned' ? 'assign' : kind === 'snoozed' ? 'snooze' : 'handle',
      tenantId: row.tenant_id,
      before: auditFields(row),
      after: { ...columns, ...(snooze && { snoozed_until: snooze.until }) },
    })),
  );
}

/** Writes the comment; gives how many members did not have it yet. */
async function commentOn(ctx: Ctx, rows: readonly HandlingRow[], body: string, requestKey: string): Promise<number> {
  const written = await insertComments(ctx, rows, { body, requestKey });
  const tenantOf = new Map(rows.map((row) => [row.id, row.tenant_id]));
  await writeAudits(
    ctx,
    written.map((comment) => ({
      entity: 'exception_comment',
      entityId: String(comment.id),
      action: 'add',
      tenantId: tenantOf.get(comment.exception_id) ?? null,
      after: { exception_id: comment.exception_id, body, mentions: [] },
    })),
  );
  return written.length;
}

function commentIn(input: Input): string {
  const body = input.comment?.trim() ?? '';
  if (body === '') throw refused('handling.commentEmpty');
  if ([...body].length > maxComment) throw refused('handling.commentTooLong', { max: maxComment });
  return body;
}

/** The exceptions that an act names; refuses an act that names neither an incident nor exceptions. */
async function chosenBy(ctx: Ctx, { incidentId, ids }: Input): Promise<Chosen> {
  const incidentIds = incidentId == null ? undefined : await findIncident(ctx, incidentId);
  if (incidentIds === undefined && (incidentId != null || ids == null)) throw notFound('incident.notFound');
  return { incidentIds, ids: ids ?? undefined };
}

/**
 * Does one thing to all open members of an incident, or to the exceptions that are named, each with its history and audit. Members that are as wanted already
 * are left alone, so that asking twice does nothing twice; those that changed since the caller looked are reported.
 */
export async function actOnIncident({ ctx, input }: { ctx: Ctx; input: Input }): Promise<Result> {
  const comment = input.action === 'comment' ? commentIn(input) : undefined;
  const requestKey = `${ctx.actor.userCode} ${input.requestKey ?? randomUUID()}`;
  return ctx.unscoped.transaction(async () => {
    const which = await chosenBy(ctx, input);
    const act = comment === undefined ? await actOf(ctx, input, which) : undefined;
    const needed = act?.needed ?? { authorCode: ctx.actor.userCode, requestKey };
    // Before its members are locked, as the pipeline does.
    // unscoped: The incident was found in the scope of the caller.
    if (act !== undefined && which.incidentIds !== undefined) await forgetIncidentSums(ctx.unscoped, which.incidentIds);
    const chosen = await listOpenIds(ctx, which, { needed, limit: limit + 1 });
    const rows = await lockExceptions(ctx, chosen.ids.slice(0, limit));
    // A comment changes nothing that somebody else may have changed.
    const stale = act === undefined ? [] : rows.filter((row) => isStale(row, input));
    const fresh = rows.filter((row) => !stale.includes(row));
    if (fresh.length > 0) {
      if (act === undefined) await commentOn(ctx, fresh, comment ?? '', requestKey);
      else await changeMembers(ctx, fresh, act);
      await publishExceptions(ctx, fresh);
    }
    const left = chosen.ids.length > limit ? chosen.open - rows.length : 0;
    return {
      changed: fresh.length,
      unchanged: chosen.open - rows.length - left,
      left,
      results: stale.map(({ id }) => ({ id: String(id), ok: false, msg: serverText('incident.stale', {}, ctx.lang) })),
    };
  });
}
