// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { MAX_ANSWER_CHARS, readAnswer } from '#server/connectors/rpa/index.ts';
import type { AnswerReading, RobotAnswer } from '#server/connectors/rpa/index.ts';
import { insertRefusals } from '#server/modules/intake/collection/index.ts';
import { worldMs } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { type AnswerOrigin, findRepeated, insertAnswer } from './answer-rows.ts';
import { workingJob } from './job-of-answer.ts';
import { admitRobot } from './keys.ts';
import { reasonsOf } from './present.ts';
import { currentReleases } from './releases.ts';
import { findSource } from './targets.ts';
import { type RpaDeps, rpaTasks } from './types.ts';

/** How far the clock of a robot may be ahead of ours. */
const AHEAD_MS = 10 * MINUTE_MS;

type Input = ParsedBody<'rpaAnswer'>;

/** Counts an answer that is not even kept, and refuses it. */
async function refuseUnkept(
  ctx: Ctx,
  input: Input,
  sourceId: number | null,
  reason: 'too_large' | 'bad_time',
  detail: { field: string; value: string },
): Promise<never> {
  await insertRefusals(
    ctx.unscoped,
    [
      {
        tenantId: null,
        sourceId,
        subscriptionId: null,
        via: 'rpa',
        reason,
        detail: { index: null, eventId: null, field: detail.field, subjectNo: input.subjectNo.slice(0, 40) },
        sample: detail.value,
      },
    ],
    ctx.clock.now(),
  );
  throw new AppError(`refusal.${reason}`, detail, reason === 'too_large' ? 'too_large' : 'malformed');
}

/** When the page was seen, in the product's time; a robot that says what its clock shows may have a wrong one. */
const seenAt = ({ collectedAt, sentAt }: Input, { clock }: Ctx): number =>
  sentAt == null ? collectedAt : clock.now() - worldMs(clock, Math.max(0, sentAt - collectedAt));

async function check(ctx: Ctx, input: Input, sourceId: number | null): Promise<RobotAnswer> {
  const now = ctx.clock.now();
  const collectedAt = seenAt(input, ctx);
  if (input.body.length > MAX_ANSWER_CHARS)
    return refuseUnkept(ctx, input, sourceId, 'too_large', { field: 'body', value: String(input.body.length) });
  if (collectedAt > now + AHEAD_MS)
    return refuseUnkept(ctx, input, sourceId, 'bad_time', { field: 'collectedAt', value: String(collectedAt) });
  return {
    carrierCode: input.carrierCode.toUpperCase(),
    subject: input.subject,
    subjectNo: input.subjectNo.toUpperCase().replace(/\s+/g, ''),
    collectedAt: Math.min(collectedAt, now),
    contentType: input.contentType,
    parserHint: input.parser ?? null,
    text: input.body.toWellFormed(),
  };
}

/** An answer of which nothing is taken is counted with its reasons, beside those of other sources. */
async function countRefusal(ctx: Ctx, answer: RobotAnswer, reading: AnswerReading, by: AnswerOrigin): Promise<void> {
  if (reading.state !== 'refused') return;
  await insertRefusals(
    ctx.unscoped,
    reading.record.refusals.slice(0, 50).map((refusal) => ({
      tenantId: by.tenantId,
      sourceId: by.sourceId,
      subscriptionId: null,
      via: 'rpa',
      reason: refusal.reason,
      detail: { index: refusal.index, eventId: null, field: refusal.field, subjectNo: answer.subjectNo },
      sample: refusal.value,
    })),
    by.receivedAt,
  );
}

/**
 * Takes what a robot brought: keeps it as received, reads it by the released parsers, and has the records of the
 * shipments it is about made again. The same answer brought twice is kept once. What was answered is stored.
 */
export async function receiveAnswer(
  deps: RpaDeps,
  { ctx, input, apiKey }: { ctx: Ctx; input: Input; apiKey: string | undefined },
): Promise<CallData<'rpaAnswer'>> {
  const robot = await admitRobot(ctx, apiKey);
  const job = await workingJob(ctx.unscoped, robot.id, input.jobId);
  const sourceId = await findSource(ctx.unscoped, input.carrierCode.toUpperCase(), deps.reference());
  const answer = await check(ctx, input, sourceId);
  const { releases, made } = await currentReleases(ctx.unscoped);
  const reading = readAnswer(answer, releases, deps.reference().rules, made);
  const { robotId, jobId } = input;
  // What a job brings belongs to the tenant of the job, also where the robot works for all.
  const tenantId = job?.tenantId ?? robot.tenantId;
  const by = { keyId: robot.id, tenantId, sourceId, robotId, jobId, receivedAt: ctx.clock.now() };
  return ctx.unscoped.transaction(async () => {
    const id = await insertAnswer(ctx.unscoped, answer, by, reading);
    if (id === undefined) {
      const known = await findRepeated(ctx.unscoped, answer, by);
      return {
        answerId: String(known.id),
        state: known.state,
        parser: known.parser_id,
        version: known.parser_version,
        events: known.events,
        repeated: true,
        reasons: reasonsOf(known.reasons, ctx.lang),
      };
    }
    await countRefusal(ctx, answer, reading, by);
    await deps.queue.enqueue(rpaTasks.take, { answerId: id }, { priority: 80 });
    await publish(ctx.unscoped, { tenantId, topic: 'rpa', payload: {} });
    return {
      answerId: String(id),
      state: reading.state,
      parser: reading.parser?.id ?? null,
      version: reading.parser?.version ?? null,
      events: reading.events,
      repeated: false,
      reasons: reasonsOf([...new Set(reading.record.refusals.map(({ reason }) => reason))], ctx.lang),
    };
  });
}
