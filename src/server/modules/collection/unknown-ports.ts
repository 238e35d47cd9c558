import { findUnmatchedPorts } from '#domain/exception/unmatched-ports.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { ParseReference, ParseRefusal } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How a code was read: '' as received, '-' no port, else the port it was mapped to. */
export type PortResolution = string;
/** What an operator has said to be no port. */
const noPort: PortResolution = '-';

/** A code that one record names and no port and no alias has. */
export type UnknownPortUse = { rawCode: string; place: string | null; resolution: PortResolution };

/** The look-ups of a source's parser: what operators have mapped for this source comes before master data. */
export type SourceReference = { rules: ParseReference; mapped: ReadonlyMap<string, string> };

const nothing: ReadonlyMap<string, string> = new Map();
const mostChars = 100;

/** Look-ups for one source, noting which mapped codes it names. */
export function referenceOfSource(reference: ReferenceSnapshot, sourceCode: string): SourceReference {
  const mappings = reference.portMappings.get(sourceCode);
  if (mappings === undefined) return { rules: reference.rules, mapped: nothing };
  const mapped = new Map<string, string>();
  const resolvePort = (code: string): string | undefined => {
    const raw = code.trim().toUpperCase();
    const port = mappings.get(raw);
    if (port == null) return reference.rules.resolvePort(code);
    mapped.set(raw, port);
    return port;
  };
  return { rules: { ...reference.rules, resolvePort }, mapped };
}

/** Places that a parser could not take since they are no codes at all, such as `SHANGHAI PORT`. */
const refusedPlaces = (refusals: readonly ParseRefusal[]): { port: string; place: null }[] =>
  refusals.flatMap(({ reason, field, value }) =>
    reason === 'bad_reference' && value !== null && field?.endsWith('portCd') === true
      ? [{ port: value.trim().toUpperCase(), place: null }]
      : [],
  );

/** The unknown codes of a record, mapped ones too: each once, with the first name given to the place. */
export function unknownPortsOf(
  { content, refusals }: { content: ShipmentContent; refusals: readonly ParseRefusal[] },
  { rules, mapped }: SourceReference,
  noPorts: ReadonlyMap<string, string | null> | undefined,
): UnknownPortUse[] {
  const uses = new Map<string, UnknownPortUse>();
  for (const [rawCode, port] of mapped) uses.set(rawCode, { rawCode, place: null, resolution: port });
  for (const { port, place } of [...findUnmatchedPorts(content, rules.resolvePort), ...refusedPlaces(refusals)]) {
    const rawCode = port.slice(0, mostChars);
    const known = uses.get(rawCode);
    if (known === undefined)
      uses.set(rawCode, { rawCode, place, resolution: noPorts?.get(rawCode) === null ? noPort : '' });
    else known.place ??= place;
  }
  return [...uses.values()];
}

/** The unknown codes of one source's record about one subscription; none = it names no such code (any more). */
export type RecordPorts = {
  sourceId: number;
  tenantId: number;
  subscriptionId: number;
  uses: readonly UnknownPortUse[];
};

/** Keeps which records name which unknown codes; what a record names no longer is forgotten. */
export async function keepUnknownPorts(
  database: Database,
  records: readonly RecordPorts[],
  now: Instant,
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.flatMap(({ sourceId, tenantId, subscriptionId, uses }) =>
    uses.map((use) => ({ sourceId, tenantId, subscriptionId, ...use })),
  );
  await database.execute(
    `delete from unknown_port_use u using unknown_port p,
       jsonb_to_recordset($1::jsonb) as r("subscriptionId" bigint, "sourceId" bigint, codes jsonb)
     where u.subscription_id = r."subscriptionId" and p.id = u.unknown_port_id and p.source_id = r."sourceId"
       and not r.codes ? p.raw_code`,
    [
      JSON.stringify(
        records.map(({ subscriptionId, sourceId, uses }) => ({
          subscriptionId,
          sourceId,
          codes: uses.map((use) => use.rawCode),
        })),
      ),
    ],
  );
  if (rows.length === 0) return;
  const text = JSON.stringify(rows);
  // In one order everywhere, so that two batches never wait for each other.
  await database.execute(
    `insert into unknown_port (raw_code, source_id, first_seen_at)
     select distinct r."rawCode", r."sourceId", $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r("rawCode" text, "sourceId" bigint) order by 1, 2
     on conflict (raw_code, source_id) do nothing`,
    [text, new Date(now)],
  );
  await database.execute(
    `insert into unknown_port_use (unknown_port_id, tenant_id, subscription_id, place, resolution, seen_at)
     select p.id, r."tenantId", r."subscriptionId", r.place, r.resolution, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r("rawCode" text, "sourceId" bigint, "tenantId" bigint, "subscriptionId" bigint,
       place text, resolution text)
     join unknown_port p on p.raw_code = r."rawCode" and p.source_id = r."sourceId" order by p.id, r."subscriptionId"
     on conflict (unknown_port_id, subscription_id) do update set
       place = coalesce(excluded.place, unknown_port_use.place), resolution = excluded.resolution, seen_at = excluded.seen_at`,
    [text, new Date(now)],
  );
}
