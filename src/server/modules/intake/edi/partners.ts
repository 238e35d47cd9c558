import type { EdiParty } from '#server/connectors/edifact/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { itemAt } from '#shared/values/items.ts';

/** Somebody messages are exchanged with. */
export type Partner = {
  id: number;
  partner_code: string;
  partner_name: string;
  edi_identity: string;
  identity_qualifier: string | null;
  partner_kind: string;
  carrier_code: string | null;
  zone: string | null;
  tenant_id: number | null;
};

const columns = `id, partner_code, partner_name, edi_identity, identity_qualifier, partner_kind, carrier_code, zone, tenant_id`;

/**
 * The partner in use that names itself so. A partner of the platform goes before one of a tenant, so that no tenant can
 * take over its messages by adding its identity; then one with the very qualifier goes before one without.
 */
export async function findPartner(database: Database, party: EdiParty): Promise<Partner | undefined> {
  if (party.id === null) return undefined;
  const { rows } = await database.execute<Partner>(
    `select ${columns} from edi_partner
     where active and lower(edi_identity) = lower($1) and (identity_qualifier is null or identity_qualifier = '' or identity_qualifier = $2)
     order by tenant_id is not null, coalesce(identity_qualifier, '') desc, id limit 1`,
    [party.id, party.qualifier],
  );
  return rows[0];
}

/** The partner in use with a code. */
export async function findPartnerByCode(database: Database, code: string): Promise<Partner | undefined> {
  const { rows } = await database.execute<Partner>(
    `select ${columns} from edi_partner where active and lower(partner_code) = lower($1)`,
    [code],
  );
  return rows[0];
}

/** Source under which messages without a known partner, brought by a person, are kept. */
const BY_HAND = { code: 'edi', type: 'EDI', zh: 'EDI 上传', en: 'EDI upload' };

/** The source that records of a partner's messages are kept under; made when it is first needed. */
export async function ensureSource(database: Database, partner: Partner | undefined): Promise<number> {
  const code = partner === undefined ? BY_HAND.code : `edi:${partner.partner_code}`;
  const found = await database.execute<{ id: number }>('select id from source where code = $1', [code]);
  if (found.rows[0] !== undefined) return found.rows[0].id;
  const { rows } = await database.execute<{ id: number }>(
    `insert into source (code, protocol, source_type, channel, carrier_code, name_cn, name_en, base_url, asked)
     values ($1, 'edifact', $2, 'SHIPPING_TRACKING', null, $3, $4, '', false)
     on conflict (code) do update set name_cn = excluded.name_cn returning id`,
    [
      code,
      partner?.partner_kind === 'TERMINAL' ? 'TERMINAL' : BY_HAND.type,
      partner?.partner_name ?? BY_HAND.zh,
      partner?.partner_name ?? BY_HAND.en,
    ],
  );
  return itemAt(rows, 0).id;
}
