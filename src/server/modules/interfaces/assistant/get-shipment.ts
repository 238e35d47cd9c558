import { traceRoutes } from '#contract/tracking/trace-routes.ts';
import { z } from 'zod';
import type { CallData } from '#contract/index.ts';
import { modes } from '#domain/tracking/journey/mode.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { usdText } from '#shared/text/usd-text.ts';
import type { Desk } from './desk.ts';
import { findShipments, numbersIn } from './find-shipments.ts';
import { foundLine, foundShape, presentFound } from './find-reference.ts';
import { idInput, joined, maybe, quoted, rowsShown, momentShape, words } from './shapes.ts';
import { defineTool } from './tool.ts';

export type Trace = CallData<'getTrace'>;

/** How a shipment is named: by its id, or by any number that only it has. */
export const shipmentInput = {
  shipmentId: idInput.optional().describe('shipmentId of an earlier answer'),
  reference: z.string().min(3).max(60).optional().describe('Bill, booking, container, waybill or parcel number'),
};

/** The trace of a shipment that the input names; what fits when it is not exactly one. */
export async function traceOf(
  desk: Desk,
  { shipmentId, reference }: { shipmentId?: string | undefined; reference?: string | undefined },
): Promise<{ trace: Trace } | { candidates: z.input<typeof foundShape>[] }> {
  if (shipmentId !== undefined) return { trace: await desk.ask('getTrace', { obmBkId: shipmentId }) };
  if (reference === undefined) throw new AppError('assistant.referenceNeeded');
  const found = await findShipments(desk, numbersIn(reference));
  const [only] = found;
  if (only === undefined) throw new AppError('assistant.notTracked', { reference: desk.number(reference) });
  if (found.length > 1 || only.shipmentId === null)
    return { candidates: found.slice(0, rowsShown).map((row) => presentFound(desk, row)) };
  return { trace: await desk.ask('getTrace', { obmBkId: only.shipmentId }) };
}

/** The answer when the number is not of exactly one shipment with data. */
export const candidateLines = (desk: Desk, candidates: readonly z.input<typeof foundShape>[]): string[] => [
  desk.text(candidates.length === 1 ? 'assistant.noDataYet' : 'assistant.several'),
  ...candidates.map((found) => foundLine(desk, found)),
];

const timeShape = z.object({
  time: momentShape,
  kind: z.enum(['actual', 'estimated', 'planned', 'overdue']),
  source: maybe(z.string()),
});
type ShownTime = z.input<typeof timeShape>;

const milestoneShape = z.object({
  milestone: z.string(),
  place: maybe(z.string()),
  time: maybe(timeShape),
  quoted,
});

const legShape = z.object({
  sequence: z.number(),
  from: maybe(z.string()),
  to: maybe(z.string()),
  departure: maybe(timeShape),
  arrival: maybe(timeShape),
  quoted,
});

const output = z.object({
  shipment: maybe(
    z.object({
      shipmentId: z.string(),
      subscriptionId: z.string(),
      mode: z.enum(modes),
      references: z.array(z.string()),
      carrier: maybe(z.string()),
      from: maybe(z.string()),
      to: maybe(z.string()),
      ended: z.boolean(),
      lastMilestone: maybe(milestoneShape),
      nextMilestone: maybe(milestoneShape),
      departure: maybe(timeShape),
      arrival: maybe(timeShape),
      ownPrediction: maybe(z.object({ time: momentShape, low: momentShape, high: momentShape })),
      legs: z.array(legShape),
      containers: z.array(
        z.object({
          number: z.string(),
          milestone: maybe(z.string()),
          share: z.number(),
          lastFreeDay: maybe(z.string()),
        }),
      ),
      containerCount: z.number().int(),
      exceptions: z.array(
        z.object({ exceptionId: z.string(), type: z.string(), severity: z.string(), link: z.string(), quoted }),
      ),
      exceptionCount: z.number().int(),
      moneyAtRiskUsd: maybe(z.number()),
      link: z.string(),
      quoted,
    }),
  ),
  candidates: z.array(foundShape),
});
type Shipment = NonNullable<z.input<typeof output>['shipment']>;

/** Who says the value at a path, by name; null where nobody is recorded. */
function valueSourceOf({ lang }: Desk, trace: Trace, path: string): string | null {
  const winner = trace.provenance[path]?.winner;
  return winner === undefined ? null : lang === 'zh' ? winner.sourceNameCn : winner.sourceNameEn;
}

type Times = {
  actual: number | null;
  overdue?: number | null | undefined;
  estimated: number | null;
  planned?: number | null;
};

/** The time of an event that counts: actual, else what is overdue, else estimated, else planned. */
function shownTime(
  desk: Desk,
  trace: Trace,
  times: Times,
  at: { zone: string | null; paths: Record<string, string> },
): ShownTime | null {
  const kind = (['actual', 'overdue', 'estimated', 'planned'] as const).find((one) => times[one] != null);
  const instant = kind === undefined ? null : times[kind];
  if (kind === undefined || instant == null) return null;
  const path = at.paths[kind === 'overdue' ? 'estimated' : kind];
  return {
    time: desk.time(instant, at.zone),
    kind,
    source: path === undefined ? null : valueSourceOf(desk, trace, path),
  };
}

type Milestone = Trace['containers'][number]['stages'][number]['milestones'][number];

function presentMilestone(
  desk: Desk,
  trace: Trace,
  milestone: Milestone | undefined,
): z.input<typeof milestoneShape> | null {
  if (milestone === undefined) return null;
  const path = milestone.path.replace(/\.$/, '');
  const paths = { actual: `${path}.actual`, estimated: `${path}.estimated`, planned: `${path}.planned` };
  return {
    milestone: desk.lang === 'zh' ? milestone.nameCn : milestone.nameEn,
    place: desk.port(milestone.portCode),
    time: shownTime(desk, trace, milestone, { zone: milestone.zone, paths }),
    quoted: words({ place: milestone.place, vessel: milestone.vesselName }),
  };
}

/** The last thing that happened and what is to happen next, of the unit that is furthest behind. */
function stepsOf(desk: Desk, trace: Trace) {
  const behind = trace.containers.toSorted((a, b) => a.share - b.share)[0];
  const all = behind?.stages.flatMap(({ milestones }) => milestones) ?? [];
  const last = all.findLastIndex(({ actual }) => actual !== null);
  return {
    lastMilestone: presentMilestone(desk, trace, all[last]),
    nextMilestone: presentMilestone(
      desk,
      trace,
      all.slice(last + 1).find(({ actual }) => actual === null),
    ),
  };
}

function presentLeg(desk: Desk, trace: Trace, leg: Trace['legs'][number]): z.input<typeof legShape> {
  const path = (name: string) => `leg[${leg.sequence}].${name}`;
  return {
    sequence: leg.sequence,
    from: desk.port(leg.portOfLoading),
    to: desk.port(leg.portOfDischarge),
    departure: shownTime(
      desk,
      trace,
      { actual: leg.atd, overdue: leg.etdOverdue, estimated: leg.etd },
      { zone: desk.zoneOf(leg.portOfLoading), paths: { actual: path('atd'), estimated: path('etd') } },
    ),
    arrival: shownTime(
      desk,
      trace,
      { actual: leg.ata, overdue: leg.etaOverdue, estimated: leg.eta },
      { zone: desk.zoneOf(leg.portOfDischarge), paths: { actual: path('ata'), estimated: path('eta') } },
    ),
    quoted: words({ vessel: leg.vesselName, voyage: leg.voyage }),
  };
}

/** Departure and arrival of the whole way. */
function endsOf(desk: Desk, trace: Trace): Pick<Shipment, 'departure' | 'arrival'> {
  const { booking } = trace;
  return {
    departure: shownTime(
      desk,
      trace,
      { actual: booking.atd, overdue: booking.custEtdOverdue, estimated: booking.custEtd },
      { zone: booking.polZone, paths: { actual: 'booking.atd', estimated: 'booking.etd' } },
    ),
    arrival: shownTime(
      desk,
      trace,
      { actual: booking.ata, overdue: booking.custEtaOverdue, estimated: booking.custEta },
      { zone: booking.podZone, paths: { actual: 'booking.ata', estimated: 'booking.eta' } },
    ),
  };
}

/** What open exceptions may cost together; null where the person may not see the list. */
async function moneyOf(desk: Desk, trace: Trace, isOpen: boolean): Promise<number | null> {
  if (!isOpen) return 0;
  if (!desk.may('queryExceptions')) return null;
  const { records } = await desk.ask('queryExceptions', {
    currentPage: 1,
    pageSize: 100,
    obmTkSubscribeId: trace.subscription.obmTkSubscribeId,
    parts: [],
  });
  // Of one shipment only the dearest counts: the same days are not paid for twice.
  return Math.max(0, ...records.map(({ obmAutotestResult: row }) => (row.open === 1 ? row.moneyAtRisk : 0)));
}

async function presentTrace(desk: Desk, trace: Trace): Promise<Shipment> {
  const { booking, subscription } = trace;
  const open = trace.exceptions.filter((exception) => exception.open === 1);
  const zone = booking.podZone;
  const eta = trace.position?.eta ?? trace.forecast;
  return {
    shipmentId: booking.obmBkId,
    subscriptionId: subscription.obmTkSubscribeId,
    mode: trace.mode,
    references: [...new Set([subscription.blNo, subscription.ctnNo, booking.blNo, booking.refrenceNo])].flatMap((no) =>
      no === null || no === '' ? [] : [desk.number(no)],
    ),
    carrier: desk.carrier(booking.carrierCode ?? subscription.carrierCode),
    from: desk.port(booking.polCode),
    to: desk.port(booking.podCode),
    ended: subscription.endFlag === 1,
    ...stepsOf(desk, trace),
    ...endsOf(desk, trace),
    ownPrediction:
      eta === null
        ? null
        : { time: desk.time(eta.value, zone), low: desk.time(eta.low, zone), high: desk.time(eta.high, zone) },
    legs: trace.legs.slice(0, rowsShown).map((leg) => presentLeg(desk, trace, leg)),
    containers: trace.containers.slice(0, rowsShown).map((unit) => ({
      number: desk.number(unit.containerNo),
      milestone: desk.status(unit.current),
      share: unit.share,
      lastFreeDay: unit.lastFreeDay,
    })),
    containerCount: trace.containers.length,
    exceptions: open.slice(0, rowsShown).map((row) => ({
      exceptionId: row.obmAutotestResultId,
      type: row.testPurposeName,
      severity: desk.text(`assistant.severity.${severityOf(row.severity)}`),
      link: desk.link('/exception-manage/handle', { id: row.obmAutotestResultId }),
      quoted: { problem: row.errorRemark },
    })),
    exceptionCount: open.length,
    moneyAtRiskUsd: await moneyOf(desk, trace, open.length > 0),
    link: desk.link(traceRoutes[trace.mode], { obmBkId: booking.obmBkId }),
    quoted: words({ remark: subscription.remark }),
  };
}

/** A severity as texts know it. */
export const severityOf = (severity: string): 'low' | 'medium' | 'high' =>
  severity === 'high' || severity === 'low' ? severity : 'medium';

/** A time with its kind and who says it. */
const timeText = (desk: Desk, { time, kind, source }: ShownTime): string =>
  `${time.local} (${joined(desk.text(`assistant.time.${kind}`), source)})`;

const milestoneLine = (
  desk: Desk,
  code: 'assistant.last' | 'assistant.next',
  step: Shipment['nextMilestone'],
): string | null =>
  step === null
    ? null
    : desk.text(code, {
        what: joined(
          step.milestone,
          step.place ?? (step.quoted['place'] === undefined ? null : desk.quote(step.quoted['place'])),
          step.time === null ? null : timeText(desk, step.time),
        ),
      });

function linesOf(desk: Desk, shipment: Shipment): (string | null)[] {
  const { departure, arrival, ownPrediction: own, moneyAtRiskUsd: money } = shipment;
  return [
    joined(shipment.references.join(' / '), desk.text(`assistant.mode.${shipment.mode}`), shipment.carrier),
    `${shipment.from ?? '?'} → ${shipment.to ?? '?'}${shipment.ended ? ` · ${desk.text('assistant.ended')}` : ''}`,
    milestoneLine(desk, 'assistant.last', shipment.lastMilestone),
    milestoneLine(desk, 'assistant.next', shipment.nextMilestone),
    departure === null ? null : desk.text('assistant.departure', { time: timeText(desk, departure) }),
    arrival === null ? null : desk.text('assistant.arrival', { time: timeText(desk, arrival) }),
    own === null
      ? null
      : desk.text('assistant.ownPrediction', { time: own.time.local, low: own.low.local, high: own.high.local }),
    ...shipment.legs.map((leg) =>
      joined(
        desk.text('assistant.leg', { n: leg.sequence }),
        Object.values(leg.quoted).map(desk.quote).join(' '),
        `${leg.from ?? '?'} ${leg.departure?.time.local ?? '-'} → ${leg.to ?? '?'} ${leg.arrival?.time.local ?? '-'}`,
      ),
    ),
    ...shipment.containers.map((unit) =>
      joined(
        unit.number,
        unit.milestone,
        unit.lastFreeDay === null ? null : desk.text('assistant.lastFreeDay', { day: unit.lastFreeDay }),
      ),
    ),
    shipment.containerCount > rowsShown
      ? desk.text('assistant.moreContainers', { total: shipment.containerCount })
      : null,
    ...shipment.exceptions.map((row) =>
      joined(
        `${row.type} (${row.severity})`,
        desk.quote(row.quoted['problem'] ?? ''),
        `id ${row.exceptionId}`,
        row.link,
      ),
    ),
    shipment.exceptionCount > rowsShown
      ? desk.text('assistant.openExceptions', { count: shipment.exceptionCount })
      : null,
    money === null || money === 0 ? null : desk.text('assistant.money', { usd: usdText(money) }),
    shipment.quoted['remark'] === undefined
      ? null
      : desk.text('assistant.remark', { text: desk.quote(shipment.quoted['remark']) }),
    shipment.link,
  ];
}

export const getShipment = defineTool({
  name: 'get_shipment',
  scope: 'read',
  title: { zh: '查看一票货物', en: 'Look at a shipment' },
  description: {
    zh: '一票货物现在到哪里、下一步是什么、离港与到港时间及其来源、未关闭的异常和可能的损失，并附页面链接。用单号或 shipmentId 查询。',
    en: 'Where a shipment is, what comes next, departure and arrival with who says so, open exceptions and money at risk, with a link to its page. Ask by any reference number or by shipmentId.',
  },
  input: z.strictObject(shipmentInput),
  output,
  run: async (desk, input) => {
    const found = await traceOf(desk, input);
    if ('candidates' in found)
      return {
        lines: candidateLines(desk, found.candidates),
        data: { shipment: null, candidates: found.candidates },
      };
    const shipment = await presentTrace(desk, found.trace);
    return { lines: linesOf(desk, shipment), data: { shipment, candidates: [] } };
  },
});
