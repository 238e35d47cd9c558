// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { noticesOf, writeIftsta } from '#server/connectors/edifact/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { itemAt } from '#shared/values/items.ts';
import { storeFile } from './file-store.ts';
import { listMessagesById } from './list-queries.ts';
import { findPartnerByCode, type Partner } from './partners.ts';
import { presentMessage } from './present.ts';
import { MAX_FILE_BYTES } from './types.ts';

/** How we name ourselves in messages. */
const OWN_IDENTITY = { id: 'PORTOLAN', qualifier: 'ZZZ' };
/** Folder of outgoing messages inside the EDI folder, with one folder for each partner. */
const OUT_FOLDER = 'out';

type Shipment = {
  id: number;
  tenant_id: number;
  bill_no: string | null;
  container_no: string | null;
  content: ShipmentContent;
};

async function loadShipment(ctx: Ctx, input: ParsedBody<'ediSend'>): Promise<Shipment> {
  const code = input.reference?.toUpperCase().replace(/\s+/g, '') ?? null;
  const row = await ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as h', 'h.subscription_id', 's.id')
    .select(['s.id', 's.tenant_id', 's.bill_no', 's.container_no', 'h.content'])
    .$narrowType<{ content: ShipmentContent }>()
    .where((where) =>
      input.subscriptionId === undefined
        ? where.or([where('s.bill_no', '=', code), where('s.container_no', '=', code)])
        : where('s.id', '=', input.subscriptionId),
    )
    .where('h.fused', '=', true)
    .orderBy('s.ended')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) throw code === null ? notFound() : refused('edi.noShipment', { reference: code });
  return row;
}

/** Puts a file into the partner's folder: under another name first, so that nobody reads half of it. */
async function putOut(folder: string, partner: Partner, name: string, bytes: Buffer): Promise<void> {
  const target = join(folder, OUT_FOLDER, partner.partner_code);
  await mkdir(target, { recursive: true });
  const passing = join(target, `.${name}.part`);
  await writeFile(passing, bytes, { flush: true });
  await rename(passing, join(target, name));
}

async function nextNumber(ctx: Ctx): Promise<string> {
  const { rows } = await ctx.unscoped.execute<{ value: string }>(
    `insert into app_state (key, value) values ('edi_control_number', to_jsonb(1))
     on conflict (key) do update set value = to_jsonb((app_state.value #>> '{}')::bigint + 1), updated_at = now()
     returning value #>> '{}' as value`,
  );
  return String(rows[0]?.value).padStart(9, '0');
}

/** Writes the events of a subscription's shipment as IFTSTA into the partner's outgoing folder, and keeps what was sent. */
export async function sendMessage({
  ctx,
  input,
  folder,
}: {
  ctx: Ctx;
  input: ParsedBody<'ediSend'>;
  folder: string | null;
}): Promise<CallData<'ediSend'>> {
  if (folder === null) throw refused('edi.noFolder');
  const shipment = await loadShipment(ctx, input);
  const partner = await findPartnerByCode(ctx.unscoped, input.partnerCode);
  if (partner === undefined) throw refused('edi.noPartner', { code: input.partnerCode });
  // A tenant's shipments are reported to the tenant's own partners; to the platform's only by people of the platform.
  const known = partner.tenant_id === null ? ctx.scope.kind === 'all' : partner.tenant_id === shipment.tenant_id;
  if (!known) {
    throw refused('edi.noPartner', { code: input.partnerCode });
  }
  const notices = noticesOf(shipment.content);
  if (notices.length === 0) throw refused('edi.nothingToSend');
  const controlRef = await nextNumber(ctx);
  const now = ctx.clock.now();
  const documentNo = shipment.bill_no ?? shipment.container_no ?? String(shipment.id);
  const receiver = { id: partner.edi_identity, qualifier: partner.identity_qualifier };
  const { bytes, syntaxId, service } = writeIftsta(notices, {
    sender: OWN_IDENTITY,
    receiver,
    controlRef,
    messageRef: '1',
    documentNo,
    madeAt: now,
  });
  const name = `IFTSTA_${partner.partner_code}_${controlRef}.edi`;
  const file = {
    tenantId: shipment.tenant_id,
    direction: 'out',
    way: 'send',
    name,
    receivedAt: now,
    uploadedBy: ctx.actor.userCode,
    allowedTenants: null,
  } as const;
  const kept = await storeFile(ctx.unscoped, file, [bytes], MAX_FILE_BYTES);
  try {
    await putOut(folder, partner, name, bytes);
  } catch (error) {
    ctx.log.error({ err: error, partner: partner.partner_code }, 'an EDI message could not be put into its folder');
    await ctx.unscoped.execute('delete from edi_file where id = $1', [kept.id]);
    throw refused('edi.notSent');
  }
  const id = await ctx.unscoped.transaction(async () => {
    const written = await noteSent(ctx, {
      fileId: kept.id,
      partner,
      shipment,
      controlRef,
      documentNo,
      syntaxId,
      service,
      size: bytes.length,
      events: notices.length,
    });
    await writeAudit(ctx, {
      entity: 'edi_message',
      entityId: String(written),
      action: 'send',
      tenantId: shipment.tenant_id,
      after: { partner: partner.partner_code, controlRef, documentNo },
    });
    return written;
  });
  const [row] = await listMessagesById(ctx, [id]);
  if (row === undefined) throw notFound();
  return presentMessage(row, ctx);
}

async function noteSent(
  ctx: Ctx,
  sent: {
    fileId: number;
    partner: Partner;
    shipment: Shipment;
    controlRef: string;
    documentNo: string;
    syntaxId: string;
    service: string;
    size: number;
    events: number;
  },
): Promise<number> {
  await ctx.unscoped.execute(`update edi_file set state = 'done' where id = $1`, [sent.fileId]);
  const { rows } = await ctx.unscoped.execute<{ id: number }>(
    `update edi_message set ordinal = 1, state = 'sent', partner_id = $2, sender = $3, sender_qualifier = $4, receiver = $5,
       receiver_qualifier = $6, control_ref = $7, message_ref = '1', message_type = 'IFTSTA', message_version = 'D:00B:UN',
       document_no = $8, syntax_id = $9, service = $13, end_byte = $10, events = $11, applied = 0, processed_at = $12
     where file_id = $1 and ordinal = 0 returning id`,
    [
      sent.fileId,
      sent.partner.id,
      OWN_IDENTITY.id,
      OWN_IDENTITY.qualifier,
      sent.partner.edi_identity,
      sent.partner.identity_qualifier,
      sent.controlRef,
      sent.documentNo.slice(0, 70),
      sent.syntaxId,
      sent.size,
      sent.events,
      new Date(ctx.clock.now()),
      sent.service,
    ],
  );
  const id = itemAt(rows, 0).id;
  const references = [sent.shipment.bill_no, sent.shipment.container_no].filter((one) => one !== null);
  await ctx.unscoped.execute(
    'insert into edi_reference (message_id, reference) select $1, unnest($2::text[]) on conflict do nothing',
    [id, references],
  );
  return id;
}
