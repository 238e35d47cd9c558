import { z } from 'zod';
import type { CallData } from '#contract/index.ts';
import { isTimeAttribute } from '#domain/intake/fusion/paths.ts';
import { whyOfResult } from '#contract/wire/exception-why.ts';
import { usdText } from '#shared/text/usd-text.ts';
import type { Desk } from './desk.ts';
import { severityOf } from './get-shipment.ts';
import { attributeOf, labelOf, whyText } from './labels.ts';
import {
  idInput,
  joined,
  listed,
  listedOf,
  maybe,
  moreLine,
  pageInput,
  quoted,
  rowsShown,
  momentShape,
  words,
} from './shapes.ts';
import { defineTool } from './tool.ts';

type Result = CallData<'queryExceptions'>['records'][number]['obmAutotestResult'];

const statusNames = { 0: 'untreated', 1: 'inProgress', 2: 'handled', 3: 'noAction', 4: 'onHold' } as const;

/** How far the handling of an exception is, in words. */
const statusText = (desk: Desk, status: string): string => {
  const known = Object.entries(statusNames).find(([code]) => code === status)?.[1];
  return known === undefined ? desk.quote(status) : desk.text(`assistant.status.${known}`);
};

const exceptionShape = z.object({
  exceptionId: z.string(),
  type: z.string(),
  severity: z.string(),
  status: z.string(),
  references: z.array(z.string()),
  carrier: maybe(z.string()),
  moneyAtRiskUsd: z.number(),
  since: maybe(momentShape),
  link: z.string(),
  quoted,
});
type Shown = z.input<typeof exceptionShape>;

const exceptionLink = (desk: Desk, id: string): string => desk.link('/exception-manage/handle', { id });

function presentException(desk: Desk, row: Result): Shown {
  return {
    exceptionId: row.obmAutotestResultId,
    type: row.testPurposeName,
    severity: desk.text(`assistant.severity.${severityOf(row.severity)}`),
    status: statusText(desk, row.handleStatus),
    references: [row.blNo, row.ctnNo].flatMap((no) => (no === null ? [] : [desk.number(no)])),
    carrier: desk.carrier(row.carrierCode),
    moneyAtRiskUsd: row.moneyAtRisk,
    since: desk.timeOr(row.createTime),
    link: exceptionLink(desk, row.obmAutotestResultId),
    quoted: words({ problem: row.errorRemark, responsible: row.chargeName }),
  };
}

const exceptionLine = (desk: Desk, row: Shown): string =>
  joined(
    `${row.type} (${row.severity})`,
    row.references.join(' / '),
    desk.quote(row.quoted['problem'] ?? ''),
    row.status,
    row.quoted['responsible'] === undefined ? null : desk.quote(row.quoted['responsible']),
    row.moneyAtRiskUsd === 0 ? null : usdText(row.moneyAtRiskUsd),
    `id ${row.exceptionId}`,
    row.link,
  );

const waiting = { handleStatus: ['0', '1', '4'], endFlag: 0 as const };

export const listAttention = defineTool({
  name: 'list_attention',
  scope: 'read',
  title: { zh: '今天需要处理什么', en: 'What needs somebody today' },
  description: {
    zh: '未关闭异常的概况（数量、可能的损失、尚无责任人的），以及最严重的若干条，每页十条。onlyMine 只列出由本人负责的。',
    en: 'Open exceptions at a glance (how many, money at risk, how many nobody has taken), and the worst of them, ten to a page. onlyMine lists those the person is responsible for.',
  },
  input: z.strictObject({
    onlyMine: z.boolean().default(false).describe('Only exceptions the person is responsible for'),
    page: pageInput,
  }),
  output: z.object({
    ...listed,
    open: maybe(
      z.object({
        total: z.number().int(),
        untreated: z.number().int(),
        unassigned: z.number().int(),
        moneyAtRiskUsd: z.number(),
      }),
    ),
    exceptions: z.array(exceptionShape),
    link: z.string(),
  }),
  run: async (desk, { onlyMine, page }) => {
    const [overview, list] = await Promise.all([
      desk.may('overview') ? desk.ask('overview', undefined) : undefined,
      desk.ask('queryExceptions', {
        ...waiting,
        ...(onlyMine ? { chargeCode: [desk.ctx.actor.userCode] } : {}),
        currentPage: page,
        pageSize: rowsShown,
        sortRules: [
          { columnName: 'severity', sortType: 'desc' },
          { columnName: 'createTime', sortType: 'desc' },
        ],
        parts: [],
      }),
    ]);
    const open =
      overview === undefined
        ? null
        : {
            total: overview.open.total,
            untreated: overview.open.untreated,
            unassigned: overview.open.unassigned,
            moneyAtRiskUsd: overview.money.usd,
          };
    const exceptions = list.records.map(({ obmAutotestResult }) => presentException(desk, obmAutotestResult));
    const link = desk.link('/exception-manage');
    return {
      lines: [
        open === null
          ? null
          : desk.text('assistant.openOverview', {
              count: open.total,
              untreated: open.untreated,
              unassigned: open.unassigned,
              usd: usdText(open.moneyAtRiskUsd),
            }),
        exceptions.length === 0 ? desk.text('assistant.nothingWaits') : null,
        ...exceptions.map((row) => exceptionLine(desk, row)),
        moreLine(desk, list.totalRecord, page),
        link,
      ],
      data: { ...listedOf(list.totalRecord, page), open, exceptions, link },
    };
  },
});

type Evidence = CallData<'exceptionResultById'>['evidence'][number];

/** One value on which a rule decided: times as people at the place read them, other values quoted. */
function presentEvidence(desk: Desk, item: Evidence, sourceNames: Readonly<Record<string, string>>) {
  const { path, value, sourceCode, observedAt, zone } = item;
  const isTime = typeof value === 'number' && isTimeAttribute(attributeOf(path));
  return {
    label: labelOf(desk, path),
    source: sourceCode === undefined ? null : (sourceNames[sourceCode] ?? null),
    time: isTime ? desk.time(value, zone) : null,
    observed: desk.timeOr(observedAt),
    quoted: words({ value: isTime ? null : String(value ?? '') }),
  };
}

const evidenceLine = (desk: Desk, item: ReturnType<typeof presentEvidence>): string =>
  joined(
    `${desk.text('assistant.evidence')}: ${item.label} = ${item.time?.local ?? desk.quote(item.quoted['value'] ?? '')}`,
    item.source,
    item.observed?.local,
  );

const historyShown = 5;

/** The newest entries of the history that say something, with what people wrote. */
const historyOf = (desk: Desk, entries: CallData<'exceptionHistory'>) =>
  entries
    .filter(({ comment, note }) => comment !== null || note !== null)
    .slice(0, historyShown)
    .map((entry) => ({
      time: desk.time(entry.time),
      quoted: words({ by: entry.actorName, note: entry.note, comment: entry.comment?.body }),
    }));

export const explainException = defineTool({
  name: 'explain_exception',
  scope: 'read',
  title: { zh: '解释一条异常', en: 'Explain an exception' },
  description: {
    zh: '一条异常为什么在这里、规则检查什么、依据是什么、可能的损失、谁在处理以及最近的评论。用 exceptionId 查询。',
    en: 'Why an exception is there, what its rule looks for, on what evidence, what it may cost, who is on it, and the newest comments. Ask by exceptionId.',
  },
  input: z.strictObject({ exceptionId: idInput.describe('exceptionId of an earlier answer') }),
  output: z.object({
    exception: exceptionShape,
    open: z.boolean(),
    why: z.string(),
    rule: z.string(),
    evidence: z.array(
      z.object({
        label: z.string(),
        source: maybe(z.string()),
        time: maybe(momentShape),
        observed: maybe(momentShape),
        quoted,
      }),
    ),
    history: z.array(z.object({ time: momentShape, quoted })),
  }),
  run: async (desk, { exceptionId }) => {
    const [result, entries] = await Promise.all([
      desk.ask('exceptionResultById', { obmAutotestResultId: exceptionId }),
      desk.ask('exceptionHistory', { obmAutotestResultId: exceptionId }),
    ]);
    const shown = presentException(desk, result);
    const exception = {
      ...shown,
      quoted: words({ ...shown.quoted, remark: result.handleRemark, moneyReason: result.moneyReason }),
    };
    const why = whyText(
      desk,
      whyOfResult({ ...result, chargeName: result.chargeName === null ? null : desk.quote(result.chargeName) }),
    );
    const evidence = result.evidence.slice(0, rowsShown).map((item) => presentEvidence(desk, item, result.sourceNames));
    const history = historyOf(desk, entries);
    const { handleRemark: remark, moneyReason } = result;
    return {
      lines: [
        exceptionLine(desk, exception),
        why,
        result.ruleText === '' ? null : desk.text('assistant.rule', { text: result.ruleText }),
        moneyReason === null ? null : desk.quote(moneyReason),
        remark === null ? null : desk.text('assistant.remark', { text: desk.quote(remark) }),
        ...evidence.map((item) => evidenceLine(desk, item)),
        ...history.map(({ time, quoted: outside }) => joined(time.local, ...Object.values(outside).map(desk.quote))),
      ],
      data: { exception, open: result.open === 1, why, rule: result.ruleText, evidence, history },
    };
  },
});
