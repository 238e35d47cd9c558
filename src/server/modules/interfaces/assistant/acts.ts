import { z } from 'zod';
import type { CallData } from '#contract/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { searchedNumber } from '#shared/ids/pasted-numbers.ts';
import type { Desk } from './desk.ts';
import { idInput, maybe } from './shapes.ts';
import { defineTool } from './tool.ts';

const exceptionId = idInput.describe('exceptionId of an earlier answer');
const done = z.object({ done: z.string(), undo: z.string(), link: z.string() });

/** What was done to an exception, and how it is taken back. */
function actedOn(desk: Desk, id: string, text: string, undo: string) {
  const link = desk.link('/exception-manage/handle', { id });
  return { lines: [text, undo, link], data: { done: text, undo, link } };
}

/** Takes back what the person last did to an exception. */
async function undone(desk: Desk, id: string) {
  const { msg } = await desk.act('undoHandling', { obmAutotestResultId: id });
  return actedOn(desk, id, msg || desk.text('assistant.undone'), desk.text('assistant.undoNone'));
}

export const comment = defineTool({
  name: 'comment',
  scope: 'act',
  title: { zh: '评论异常', en: 'Comment on an exception' },
  description: {
    zh: '以用户本人的名义在一条异常下写评论，同事可以看到。给出 undo（commentId）则删除自己的那条评论。',
    en: 'Writes a comment on an exception in the name of the user, for colleagues to read. With undo (a commentId) it takes that own comment back.',
  },
  input: z.strictObject({
    exceptionId,
    text: z.string().min(1).max(4_000).optional().describe('What the comment says'),
    undo: idInput.optional().describe('commentId of an own comment to take back'),
  }),
  output: done.extend({ commentId: maybe(z.string()) }),
  run: async (desk, input) => {
    if (input.undo !== undefined) {
      await desk.act('removeExceptionComment', { exceptionCommentId: input.undo, isDelete: 1 });
      const { lines, data } = actedOn(
        desk,
        input.exceptionId,
        desk.text('assistant.commentRemoved'),
        desk.text('assistant.undoNone'),
      );
      return { lines, data: { ...data, commentId: null } };
    }
    const { data: written } = await desk.act('addExceptionComment', {
      obmAutotestResultId: input.exceptionId,
      body: input.text ?? '',
    });
    const { exceptionCommentId: commentId } = written;
    const undo = desk.text('assistant.undoComment', { id: commentId });
    const { lines, data } = actedOn(desk, input.exceptionId, desk.text('assistant.commented'), undo);
    return { lines, data: { ...data, commentId } };
  },
});

/** The code of the person who is meant: oneself, or the only one whom the code or the name fits. */
async function personOf(desk: Desk, given: string): Promise<string> {
  if (given === 'me') return desk.ctx.actor.userCode;
  const { wlUsers } = await desk.ask('users', { keyword: given, pageSize: 20 });
  const exact = wlUsers.filter(({ userCode, userNameCn }) => userCode === given || userNameCn === given);
  const [only, ...others] = exact.length > 0 ? exact : wlUsers;
  if (only === undefined) throw new AppError('assistant.noPerson', { person: desk.quote(given) });
  if (others.length > 0)
    throw new AppError('assistant.severalPeople', {
      people: [only, ...others]
        .slice(0, 10)
        .map(({ userCode, userNameCn }) => `${userCode} ${desk.quote(userNameCn)}`)
        .join(', '),
    });
  return only.userCode;
}

export const assign = defineTool({
  name: 'assign',
  scope: 'act',
  title: { zh: '分配责任人', en: 'Assign an exception' },
  description: {
    zh: '把一条异常分配给某人负责（用户代码、姓名或 me 表示本人）。undo 为 true 时撤销本人最近一次处理或分配。',
    en: 'Makes somebody responsible for an exception (user code, name, or me for the user). With undo true it takes back the latest own handling or assignment.',
  },
  input: z.strictObject({
    exceptionId,
    person: z.string().min(1).max(100).optional().describe('User code, name, or me'),
    undo: z.boolean().default(false),
  }),
  output: done,
  idempotent: true,
  run: async (desk, { exceptionId: id, person, undo }) => {
    if (undo) return undone(desk, id);
    if (person === undefined) throw new AppError('exception.assigneeRequired');
    const { msg, data } = await desk.act('assignExceptions', { ids: [id], chargeCode: await personOf(desk, person) });
    return actedOn(desk, id, msg || data, desk.text('assistant.undoAct', { tool: 'assign' }));
  },
});

const statuses = { untreated: '0', in_progress: '1', handled: '2', no_action: '3', on_hold: '4' } as const;

/** What became of the only row of an act; throws AppError when the row was refused. */
function rowDone(desk: Desk, { results }: CallData<'updateExceptionStatus'>): string {
  const [row] = results;
  if (row?.ok !== true) throw new AppError('exception.notFound');
  return row.msg;
}

export const setHandling = defineTool({
  name: 'set_handling',
  scope: 'act',
  title: { zh: '设置处理状态', en: 'Set the handling of an exception' },
  description: {
    zh: '设置一条异常的处理状态并可写备注；用户本人成为责任人。undo 为 true 时撤销本人最近一次处理或分配。',
    en: 'Sets how far the handling of an exception is, with a remark; the user becomes responsible. With undo true it takes back the latest own handling or assignment.',
  },
  input: z.strictObject({
    exceptionId,
    status: z.enum(['untreated', 'in_progress', 'handled', 'no_action', 'on_hold']).optional(),
    remark: z.string().max(255).optional(),
    undo: z.boolean().default(false),
  }),
  output: done,
  idempotent: true,
  run: async (desk, { exceptionId: id, status, remark, undo }) => {
    if (undo) return undone(desk, id);
    const { data } = await desk.act('updateExceptionStatus', {
      ids: [id],
      handleStatus: status === undefined ? null : statuses[status],
      handleRemark: remark ?? null,
    });
    return actedOn(desk, id, rowDone(desk, data), desk.text('assistant.undoAct', { tool: 'set_handling' }));
  },
});

const hourMs = 3_600_000;

export const snooze = defineTool({
  name: 'snooze',
  scope: 'act',
  title: { zh: '搁置异常', en: 'Snooze an exception' },
  description: {
    zh: '把一条异常搁置若干小时；不给 hours 则搁置到它加重为止。undo 为 true 时立即恢复。',
    en: 'Puts an exception aside for some hours; without hours until it gets worse. With undo true it comes back at once.',
  },
  input: z.strictObject({
    exceptionId,
    hours: z.number().int().min(1).max(8_760).optional(),
    undo: z.boolean().default(false),
  }),
  output: done,
  idempotent: true,
  run: async (desk, { exceptionId: id, hours, undo }) => {
    const { data } = await desk.act('actOnIncident', {
      ids: [id],
      action: undo ? 'wake' : 'snooze',
      ...(undo || hours === undefined ? {} : { snoozeForMs: hours * hourMs }),
    });
    if (data.changed + data.unchanged === 0) throw new AppError('exception.notFound');
    return undo
      ? actedOn(desk, id, desk.text('assistant.woken'), desk.text('assistant.undoNone'))
      : actedOn(desk, id, desk.text('assistant.snoozed'), desk.text('assistant.undoAct', { tool: 'snooze' }));
  },
});

type Tracked = { reference: string; ok: boolean; subscriptionId: string | null; problem: string | null };

/** Bills and containers by sea, as the list of pasted numbers subscribes them. */
async function trackBySea(
  desk: Desk,
  references: readonly string[],
  carrierCode: string | undefined,
): Promise<Tracked[]> {
  const known = await desk.ask('recogniseReferences', { text: references.join('\n') });
  const rows = references.map((reference) => {
    // A number may stand behind a word, such as "CTN".
    const item =
      known.find(({ number }) => number === reference) ?? known.find(({ number }) => reference.includes(number));
    const isContainer = item?.kind === 'container';
    return {
      isBillNo: isContainer ? '0' : '1',
      [isContainer ? 'ctnNo' : 'blNo']: item?.number ?? reference,
      carrierCode: carrierCode ?? item?.carrierCode ?? null,
    };
  });
  const { results } = await desk.ask('batchSubscribe', { rows });
  return results.map(({ ok, obmTkSubscribeId, errors, warnings }, index) => ({
    reference: references[index] ?? '',
    ok,
    subscriptionId: obmTkSubscribeId,
    problem: [...errors, ...warnings].map(({ msg }) => msg).join(' ') || null,
  }));
}

const callsByMode = {
  air: 'airSubscribe',
  rail: 'trainSubscribe',
  road: 'vehicleSubscribe',
  courier: 'expressSubscribe',
} as const;

/** Numbers of another mode. */
async function trackOther(
  desk: Desk,
  mode: keyof typeof callsByMode,
  references: readonly string[],
): Promise<Tracked[]> {
  const { results } = await desk.ask(callsByMode[mode], { waybills: [...references] });
  return results.map(({ waybill, obmTkSubscribeId, error, noSource }) => ({
    reference: waybill,
    ok: error === null,
    subscriptionId: obmTkSubscribeId,
    problem: error ?? noSource,
  }));
}

export const addTracking = defineTool({
  name: 'add_tracking',
  scope: 'act',
  title: { zh: '添加跟踪', en: 'Add tracking' },
  description: {
    zh: '开始跟踪最多 10 个单号：海运（提单号、箱号）、空运、铁路、公路或快递。已在跟踪的不会重复。',
    en: 'Begins to track up to 10 numbers: sea (bills, containers), air, rail, road or courier. What is tracked already is not tracked twice.',
  },
  input: z.strictObject({
    references: z.array(z.string().min(3).max(40)).min(1).max(10),
    mode: z.enum(['sea', 'air', 'rail', 'road', 'courier']).default('sea'),
    carrierCode: z.string().min(2).max(10).optional().describe('Carrier by sea, when it is known'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        reference: z.string(),
        ok: z.boolean(),
        subscriptionId: maybe(z.string()),
        problem: maybe(z.string()),
      }),
    ),
    undo: z.string(),
  }),
  idempotent: true,
  run: async (desk, { references, mode, carrierCode }) => {
    const numbers = [...new Set(references.map(searchedNumber))];
    const results = (
      mode === 'sea' ? await trackBySea(desk, numbers, carrierCode) : await trackOther(desk, mode, numbers)
    ).map((row) => ({
      ...row,
      reference: desk.number(row.reference),
      // A refusal may repeat what was written.
      problem: row.problem === null ? null : desk.quote(row.problem),
    }));
    const undo = desk.text('assistant.undoTracking', { link: desk.link('/exception-subscribe') });
    return {
      lines: [
        ...results.map(
          ({ reference, ok, problem }) =>
            `${reference}: ${desk.text(ok ? 'assistant.tracked' : 'assistant.notAdded')}${problem === null ? '' : ` (${problem})`}`,
        ),
        undo,
      ],
      data: { results, undo },
    };
  },
});
