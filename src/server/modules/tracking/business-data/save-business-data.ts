// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { isDeepStrictEqual } from 'node:util';
import type { BusinessData, BusinessDataInput } from '#contract/tracking/business-data.ts';
import { draftProblems } from '#contract/wire/business-data-rules.ts';
import type { DraftProblem } from '#contract/wire/business-data-rules.ts';
import { contentChanges } from '#domain/intake/fusion/content-changes.ts';
import { patchContent, planCorrection } from '#domain/intake/fusion/plan-correction.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { shownAt, shownShipment, type ShownShipment } from '#domain/tracking/estimates.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { enterValues } from '#server/modules/tracking/override/index.ts';
import { currentPrecedence, findFusedId, findShipment, withSites } from '#server/modules/tracking/shipment/index.ts';
import type { TraceShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { cutoffFields } from '#shared/reference/cutoff-codes.ts';
import { channelOf, findExpert, selfService, sourceCodeOf, toRecord, writeExpert } from './expert-record.ts';
import type { ExpertChannel } from './expert-record.ts';
import { checkVersion, loadRecords, presentById } from './load-shown.ts';
import { noteChange } from './note-change.ts';
import { insertRemovals, lockOwnSubscription, subscriptionsOfBookings } from './queries.ts';
import type { ChangeDetail, OwnSubscription } from './queries.ts';
import { beginningOf } from './query-expert.ts';
import { readBusinessData } from './read-input.ts';

type VerbCall = { ctx: Ctx; input: BusinessDataInput; pipeline: PipelineDeps; reference: ReferenceSnapshot };
/** What was saved, and whether anything was changed. */
export type Saved = { data: BusinessData; changed: boolean };

type Work = VerbCall & { subscription: OwnSubscription; channel: ExpertChannel };

/** As much as a message repeats of what was typed. */
const maxRepeated = 60;

const repeated = (value: string | number): string | number =>
  typeof value === 'string' && value.length > maxRepeated ? `${value.slice(0, maxRepeated)}…` : value;

function refuseProblems(problems: readonly DraftProblem[]): void {
  const reported = problems.slice(0, 200).map((problem) =>
    problem.params === undefined
      ? problem
      : {
          ...problem,
          params: Object.fromEntries(Object.entries(problem.params).map(([name, value]) => [name, repeated(value)])),
        },
  );
  const [first] = reported;
  if (first !== undefined) throw refused(first.code, first.params, { problems: reported });
}

/** The subscription that is meant: by the booking, or by itself where an expert begins a booking. */
async function subscriptionIdOf({ ctx, input }: VerbCall): Promise<number> {
  const bkId = input.obmBk.obmBkId;
  if (bkId !== undefined) {
    const id = (await subscriptionsOfBookings(ctx, [bkId])).get(bkId);
    if (id === undefined) throw notFound('trace.notFound');
    return id;
  }
  const id = input.obmTkSubscribeId ?? input.obmBk.obmTkSubscribeId;
  if (id === undefined) throw refused('trace.bkIdEmpty');
  return id;
}

/** Fields that are required of every save and are no part of the stored content. */
const alwaysRequested: ReadonlySet<string> = new Set(['obmBk.processType', 'obmBk.bizSourceType']);

/**
 * Reads what was typed and refuses it, cell by cell, where it breaks a rule. A stored booking that comes back untouched is
 * not requested what its source left out.
 */
function readOrRefuse(
  { input, reference }: Work,
  base: ShipmentContent,
  isStored: boolean,
  shown?: ShownShipment,
): ShipmentContent {
  const { content, problems } = readBusinessData(input, base, reference, shown);
  const untouched = isStored && problems.length === 0 && isDeepStrictEqual(content, base);
  const broken = draftProblems(input, base.mode);
  refuseProblems(untouched ? broken.filter(({ at }) => alwaysRequested.has(at)) : broken);
  refuseProblems(problems);
  return content;
}

/** What a new expert booking is read against: what it was begun with is no word of the person. */
async function newExpert(ctx: Ctx, subscription: OwnSubscription): Promise<ShipmentContent> {
  const fusedId = await findFusedId(ctx, subscription.id);
  const fused = fusedId === undefined ? undefined : await findShipment(ctx, fusedId);
  return beginningOf(subscription, fused?.content);
}

/** Keeps an expert's booking as it was typed; where nobody began one yet, it begins. */
async function saveExpert(work: Work, shipment: TraceShipment | undefined): Promise<Saved> {
  const { ctx, input, subscription, channel, reference } = work;
  const known = await findExpert(ctx, subscription.id, channel);
  const standing = known === undefined || known.removed ? undefined : known;
  const base = standing?.content ?? (await newExpert(ctx, subscription));
  const content = readOrRefuse(work, base, standing !== undefined);
  const same = standing !== undefined && isDeepStrictEqual(content, base);
  if (same) return { data: await presentById(ctx, standing.id, subscription, reference), changed: false };
  if (standing !== undefined) {
    const stored = shipment ?? (await findShipment(ctx, standing.id));
    if (stored !== undefined) await checkVersion(ctx, input.obmBk.recordVersion, stored, subscription, reference);
  }
  const id = await writeExpert(ctx, subscription, channel, content);
  const expert = { sourceCode: sourceCodeOf(channel), before: standing?.content ?? null, after: content };
  return finish(
    work,
    id,
    { experts: [expert], removals: [], values: [] },
    contentChanges(standing?.content ?? null, content),
  );
}

/** Corrects what is shown: new and removed rows, and an expert value for every field that was changed. */
async function saveShown(work: Work, shipment: TraceShipment): Promise<Saved> {
  const { ctx, input, subscription, channel, reference } = work;
  const shown = shipment.fused ? shownShipment(shipment.content, shownAt(shipment, ctx.clock.now())) : undefined;
  const wantedHere = readOrRefuse(work, shipment.content, true, shown);
  const unchanged = async (): Promise<Saved> => ({
    data: await presentById(ctx, shipment.id, subscription, reference),
    changed: false,
  });
  if (isDeepStrictEqual(wantedHere, shipment.content)) return unchanged();
  await checkVersion(ctx, input.obmBk.recordVersion, shipment, subscription, reference);
  const fusedId = shipment.fused ? shipment.id : await findFusedId(ctx, subscription.id);
  const fused = shipment.fused ? shipment : fusedId === undefined ? undefined : await findShipment(ctx, fusedId);
  if (fused === undefined) throw refused('subscription.noData');
  const wanted = shipment.fused ? wantedHere : patchContent(shipment.content, wantedHere, fused.content);
  const code = sourceCodeOf(channel);
  const known = await findExpert(ctx, subscription.id, channel);
  const record = toRecord(ctx, subscription, channel, known);
  const { precedence } = await currentPrecedence(ctx.unscoped);
  const base = { ...(await loadRecords(ctx, subscription, code)), expert: record, precedence };
  const plan = planCorrection(fused.content, wanted, base);
  refuseProblems(
    cutoffFields
      .filter(([, cutoff]) => plan.reportedCutoffs.includes(cutoff))
      .map(([name]) => ({ at: `obmBk.${name}`, code: 'business.cutoffTold' as const })),
  );
  const detail: ChangeDetail = { experts: [], removals: [], values: [] };
  if (JSON.stringify(plan.expert) !== JSON.stringify(record.content)) {
    await writeExpert(ctx, subscription, channel, plan.expert);
    const before = known === undefined || known.removed ? null : known.content;
    detail.experts = [{ sourceCode: code, before, after: plan.expert }];
  }
  // What is removed from one source's booking stays the word of the others.
  const sourceCode = shipment.fused ? '' : shipment.source_code;
  detail.removals = await insertRemovals(
    ctx,
    subscription,
    plan.removals.map((item) => ({ sourceCode, item })),
  );
  detail.values = await enterValues(ctx, subscription, plan.values, channel);
  return finish(work, shipment.id, detail, contentChanges(shipment.content, wantedHere));
}

/** Fuses again and keeps the act. */
async function finish(
  { ctx, pipeline, subscription, reference }: Work,
  id: number,
  detail: ChangeDetail,
  values: { before: unknown; after: unknown },
): Promise<Saved> {
  await recomputeSubscriptions(pipeline, [subscription.id], ctx.clock.now());
  await noteChange(ctx, subscription, 'saved', detail, { obmBkId: String(id), ...values });
  return { data: await presentById(ctx, id, subscription, reference), changed: true };
}

/**
 * Saves a booking with its legs, containers and milestones in one transaction and fuses it again. An expert's own
 * booking is kept as typed; of any other booking, what was changed becomes the word of the expert. Saving what is there
 * already does nothing.
 */
export async function saveBusinessData(call: VerbCall): Promise<Saved> {
  const { ctx, input, reference } = call;
  const subscriptionId = await subscriptionIdOf(call);
  return ctx.unscoped.transaction(async () => {
    const subscription = await lockOwnSubscription(ctx, subscriptionId);
    if (subscription === undefined) throw notFound('subscription.notFound');
    if (!subscription.has_data) throw refused('subscription.noData');
    const bkId = input.obmBk.obmBkId;
    const shipment = bkId === undefined ? undefined : await findShipment(ctx, bkId);
    if (bkId !== undefined && shipment === undefined) throw notFound('trace.notFound');
    const isExpert = shipment === undefined || (!shipment.fused && shipment.source_type === 'EXPERT');
    const channel = channelOf(isExpert && shipment !== undefined ? shipment.channel : input.obmBk.processType);
    if (channel === 'AUTONOMIC_EXPERT' && subscription.channel !== selfService)
      throw refused('override.notSelfService');
    const owner = { tenantId: subscription.tenant_id, mode: subscription.mode };
    const known = await withSites(ctx, owner, reference);
    const work: Work = { ctx, input, pipeline: call.pipeline, reference: known, subscription, channel };
    return isExpert ? saveExpert(work, shipment) : saveShown(work, shipment);
  });
}
