import { entities } from '#entities/index.ts';
import type { FunctionAnswer } from '#contract/execution/function-call.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { checkMayWrite } from '#server/entity/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { callFunction, type FunctionOutcome, type FunctionServices } from './call-function.ts';
import { functionHandlers } from './handlers.ts';
import { lockFunction, storeReturnData } from './queries.ts';

const maxStored = 4000;

/** Keeps an answer as returnData, as a change of the row like any other; gives the row's new version. */
async function keepAnswer(ctx: Ctx, { functionId, answer }: FunctionOutcome): Promise<number> {
  if (answer === null) throw refused('function.answerNotText');
  return ctx.unscoped.transaction(async () => {
    const before = await lockFunction(ctx, functionId);
    if (before === undefined) throw refused('function.notFound');
    const after = await storeReturnData(ctx, functionId, answer.slice(0, maxStored), new Date(realClock.now()));
    const entity = entities.function.name;
    await writeAudit(ctx, { entity, entityId: String(functionId), action: 'update', tenantId: null, before, after });
    return after.record_version;
  });
}

/** Calls a function for a person who wants to see what it answers, and keeps who did. */
export async function tryFunction({
  ctx,
  input,
  services,
}: {
  ctx: Ctx;
  input: ParsedBody<'tryFunction'>;
  services: FunctionServices;
}): Promise<FunctionAnswer> {
  const { wlFunctionInterfaceId: id, functionCode, inParam, values } = input;
  if (id == null && (functionCode ?? '').trim() === '') throw refused('error.emptyInput');
  const storing = input.store === 1;
  if (storing) checkMayWrite(ctx, entities.function);
  const outcome = await callFunction(ctx, services, { id, functionCode, inParam, values });
  await writeAudit(ctx, {
    entity: 'functionCall',
    entityId: String(outcome.functionId),
    action: 'call',
    tenantId: null,
    after: {
      functionCode: outcome.functionCode,
      // Without the query: it may hold what nobody else shall read.
      target: outcome.target.split('?')[0],
      httpStatus: outcome.httpStatus,
      failure: outcome.failure,
      durationMs: outcome.durationMs,
    },
  });
  const storedVersion = storing && outcome.ok ? await keepAnswer(ctx, outcome) : null;
  const { functionId: _id, functionCode: _code, failureParams: _params, ...answer } = outcome;
  return { ...answer, storedVersion };
}

/** What functions can name: configured base addresses and built-in handlers. */
export const listTargets = (ctx: Ctx, { bases }: FunctionServices): CallData<'functionTargets'> => ({
  bases: [...bases].map(([name, address]) => ({ name, address })),
  handlers: Object.entries(functionHandlers).map(([name, { label, description, example }]) => ({
    name,
    label: label[ctx.lang],
    description: description[ctx.lang],
    example: JSON.stringify(example),
  })),
});
