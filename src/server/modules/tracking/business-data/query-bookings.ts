// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { sql, type SqlBool } from 'kysely';
import type { ListedBusiness } from '#contract/tracking/business-data.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { BookingContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  applyRemovals,
  findShipment,
  listRemovals,
  presentShipment,
  presentVersioned,
  referencesFor,
  withContents,
} from '#server/modules/tracking/shipment/index.ts';
import type { PresentableBooking } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';

/** As many bookings as are shown of one voyage. */
const maxShown = 20_000;

/** Which bookings are shown: those of a subscription, or those of a voyage. */
type Among = { subscription_id: number } | { vessel_name: string; voyage: string };

const rowsOf = (ctx: Ctx, among: Among) =>
  ctx.db
    .selectFrom('shipment as b')
    .innerJoin('subscription as s', 's.id', 'b.subscription_id')
    .select(['b.id', 'b.subscription_id', 'b.fused', 'b.source_type', 'b.source_code', 'b.channel', 'b.container_no'])
    .select('b.tenant_id')
    .select(['b.direction', 'b.ended', 'b.ended_at', 'b.received_at', 'b.record_version', 's.subject'])
    .where((eb) =>
      'subscription_id' in among
        ? eb('b.subscription_id', '=', among.subscription_id)
        : eb('b.vessel_name', '=', among.vessel_name).and('b.voyage', '=', among.voyage),
    )
    // Fused bookings before the records they are made of.
    .orderBy('b.subscription_id')
    .orderBy('b.fused', 'desc')
    .orderBy('b.id')
    .limit(maxShown);

// unscoped: the rows were found within the scope.
const shipmentsOf = async (ctx: Ctx, among: Among) =>
  withContents(ctx.unscoped, await rowsOf(ctx, among).select('b.content').execute());

const timesOfBill = ['etd', 'atd', 'eta', 'ata'] as const;

/**
 * Whether legs and milestones may decide how a fused booking is shown: what it expected has passed, or its containers travel apart, so
 * that its columns, which are those of the bill, differ from what its sources say.
 */
const needsMoves = (ctx: Ctx) => {
  const now = ts(ctx.clock.now());
  const differs = timesOfBill.map(
    (name) =>
      sql`extract(epoch from ${sql.ref(`d.${name}`)}) * 1000 is distinct from (d.parsed #>> ${`{booking,${name}}`}::text[])::numeric`,
  );
  return sql<SqlBool>`(d.atd is null and coalesce(d.etd, d.planned_departure) < ${now}
    or d.ata is null and coalesce(d.eta, d.planned_arrival) < ${now} or ${sql.join(differs, sql` or `)})`;
};

/**
 * Bookings without legs, containers and events, which are counted in the database: they are most of a document. What is fused has
 * them where they decide how its booking is shown. Content is null where it is in the archive.
 */
const bookingsOf = (ctx: Ctx, among: Among) =>
  ctx.db
    // As the inner statement has a limit, each document is parsed once and not for each column.
    .selectFrom(
      rowsOf(ctx, among)
        .select(sql`b.content::jsonb`.as('parsed'))
        .select(['b.planned_departure', 'b.etd', 'b.atd', 'b.planned_arrival', 'b.eta', 'b.ata'])
        .as('d'),
    )
    .select(['id', 'subscription_id', 'tenant_id', 'fused', 'source_type', 'source_code', 'channel', 'container_no'])
    .select(['direction', 'ended', 'ended_at', 'received_at', 'record_version', 'subject'])
    .select(
      sql<PresentableBooking['content'] | null>`case when d.fused and ${needsMoves(ctx)} then d.parsed
        else d.parsed - array['legs', 'containers', 'events'] end`.as('content'),
    )
    .select(
      sql<ListedBusiness['counts']>`json_build_object('legs', jsonb_array_length(d.parsed -> 'legs'),
        'containers', jsonb_array_length(d.parsed -> 'containers'),
        'statuses', jsonb_array_length(d.parsed -> 'events'))`.as('counts'),
    )
    .orderBy('subscription_id')
    .orderBy('fused', 'desc')
    .orderBy('id')
    .execute();

type ListedBooking = Awaited<ReturnType<typeof bookingsOf>>[number];
/** A booking whose content is in the database. */
type StoredBooking = ListedBooking & { content: PresentableBooking['content'] };

const isStored = (row: ListedBooking): row is StoredBooking => row.content !== null;

const countsOf = ({ legs, containers, events }: ShipmentContent): ListedBusiness['counts'] => ({
  legs: legs.length,
  containers: containers.length,
  statuses: events.length,
});

const ownerOf = ({ tenant_id: tenantId, content }: { tenant_id: number; content: Pick<ShipmentContent, 'mode'> }) => ({
  tenantId,
  mode: content.mode,
});

/** The subscription whose source a job asks. */
async function subscriptionOfJob(ctx: Ctx, jobId: string): Promise<number | undefined> {
  if (!/^\d{1,15}$/.test(jobId)) return undefined;
  const [task] = await ctx.unscoped.query<{ target: string | null }>(
    `select payload ->> 'subscriptionSourceId' as target from task where id = $1`,
    [Number(jobId)],
  );
  if (task?.target == null) return undefined;
  const row = await ctx.db
    .selectFrom('subscription_source')
    .select('subscription_id')
    .where('id', '=', Number(task.target))
    .executeTakeFirst();
  return row?.subscription_id;
}

/** The vessel and voyage of the booking that is named, or of what is fused for the subscription. */
async function voyageOf(ctx: Ctx, subscriptionId: number, named: BookingContent | undefined): Promise<Among> {
  const own = named === undefined ? await shipmentsOf(ctx, { subscription_id: subscriptionId }) : [];
  const { vesselName, voyage } = named ?? own.find((row) => row.fused)?.content.booking ?? {};
  if (!vesselName || !voyage) throw refused('tracking.vesselVoyageNotFound');
  return { vessel_name: vesselName, voyage };
}

/**
 * Bookings with their children: of one subscription, or of all that sail with the same vessel on the same voyage as the
 * one that is named by its id or by the job that requested it.
 */
export async function queryBookings({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'exceptionBusiness'>;
  reference: ReferenceSnapshot;
}): Promise<ListedBusiness[]> {
  const { bkId, remoteJobId } = input;
  const now = ctx.clock.now();
  const job = remoteJobId == null ? '' : String(remoteJobId).trim();
  if (bkId === undefined && job === '') throw refused('business.bookingOrJobRequired');
  const named = bkId === undefined ? undefined : await findShipment(ctx, bkId);
  const subscriptionId = bkId === undefined ? await subscriptionOfJob(ctx, job) : named?.subscription_id;
  if (subscriptionId === undefined) throw notFound(bkId === undefined ? 'tracking.jobEmpty' : 'trace.notFound');
  const among =
    input.businessType === 'vesselVoyage'
      ? await voyageOf(ctx, subscriptionId, named?.content.booking)
      : { subscription_id: subscriptionId };
  const present = <C extends object>(
    row: { subscription_id: number; tenant_id: number },
    { obmBk, ...children }: { obmBk: ReturnType<typeof presentVersioned> } & C,
    counts: ListedBusiness['counts'],
  ) => {
    const tenant = reference.tenants.get(row.tenant_id);
    const tenantName = (ctx.lang === 'en' ? tenant?.nameEn : null) ?? tenant?.name ?? '';
    const owner = { obmTkSubscribeId: String(row.subscription_id), tenantCode: tenant?.code ?? '', tenantName };
    return { obmBk: { ...obmBk, ...owner }, ...children, counts };
  };
  const placesOf = (rows: readonly { tenant_id: number; content: Pick<ShipmentContent, 'mode'> }[]) =>
    referencesFor(ctx, rows.map(ownerOf), reference);
  const removalsOf = (rows: readonly { subscription_id: number; tenant_id: number }[]) =>
    listRemovals(ctx.unscoped, {
      ids: rows.map((row) => row.subscription_id),
      tenantIds: rows.map((row) => row.tenant_id),
    });

  const presentBookings = async (rows: readonly StoredBooking[]) => {
    const known = await placesOf(rows);
    return rows.map((row) =>
      present(row, { obmBk: presentVersioned(row, row.subject, known(ownerOf(row)), now) }, row.counts),
    );
  };

  const withoutChildren = input.children === 0;
  if (withoutChildren) {
    const rows = await bookingsOf(ctx, among);
    // What was removed can only be left out of whole documents, and those in the archive are read as a whole.
    if (rows.every(isStored) && (await removalsOf(rows)).length === 0) return presentBookings(rows);
  }
  const rows = await shipmentsOf(ctx, among);
  const known = await placesOf(rows);
  return applyRemovals(rows, await removalsOf(rows)).map((row) => {
    const { subject } = row;
    const shown = withoutChildren
      ? { obmBk: presentVersioned(row, subject, known(ownerOf(row)), now) }
      : presentShipment(row, subject, known(ownerOf(row)), now);
    return present(row, shown, countsOf(row.content));
  });
}
