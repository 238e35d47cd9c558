import { findUnmatchedPorts } from '#domain/exceptions/unmatched-ports.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { ParseReference, ParseRefusal } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How a code was read: '' as received, '-' no port, else the port it was mapped to. */
export type PortResolution = string;
/** What an operator has stated to be no port. */
const noPort: PortResolution = '-';

/** A code that one record names and no port and no alias has, or words for a move that nobody knows. */
export type UnknownPortUse = {
  kind: 'port' | 'word';
  rawCode: string;
  place: string | null;
  resolution: PortResolution;
};

/**
 * The look-ups of a source's parser: what operators have mapped for this source comes before master data. What it has requested
 * is noted: codes of ports, and words with '' for those that mean no milestone.
 */
export type SourceReference = {
  rules: ParseReference;
  mapped: ReadonlyMap<string, string>;
  words: ReadonlyMap<string, string>;
};

const nothing: ReadonlyMap<string, string | null> = new Map();
const maxChars = 100;

/** Words as they are kept, and found again. */
const keptAs = (words: string): string => words.trim().toUpperCase().slice(0, maxChars);

/** Look-ups for one source, noting which mapped codes it names. */
export function referenceOfSource(reference: ReferenceSnapshot, sourceCode: string): SourceReference {
  const [mappings = nothing, meant = nothing] = [
    reference.portMappings.get(sourceCode),
    reference.wordMappings.get(sourceCode),
  ];
  if (mappings.size + meant.size === 0) return { rules: reference.rules, mapped: new Map(), words: new Map() };
  const words = new Map<string, string>();
  const milestoneOfWords = (statement: string): string | undefined => {
    const raw = keptAs(statement);
    const milestone = meant.get(raw);
    if (milestone === undefined) return undefined;
    words.set(raw, milestone ?? '');
    return milestone ?? '';
  };
  const mapped = new Map<string, string>();
  const resolvePort = (code: string): string | undefined => {
    const raw = code.trim().toUpperCase();
    const port = mappings.get(raw);
    if (port == null) return reference.rules.resolvePort(code);
    mapped.set(raw, port);
    return port;
  };
  return { rules: { ...reference.rules, resolvePort, milestoneOfWords }, mapped, words };
}

/** Places that a parser could not take since they are no codes at all, such as `SHANGHAI PORT`. */
const refusedPlaces = (refusals: readonly ParseRefusal[]): { port: string; place: null }[] =>
  refusals.flatMap(({ reason, field, value }) =>
    reason === 'bad_reference' && value !== null && field?.endsWith('portCd') === true
      ? [{ port: value.trim().toUpperCase(), place: null }]
      : [],
  );

/** Words for moves that a parser did not know. */
const refusedWords = (refusals: readonly ParseRefusal[]): string[] =>
  refusals.flatMap(({ reason, value }) => (reason === 'unknown_word' && value !== null ? [keptAs(value)] : []));

/** The unknown codes and words of a record, mapped ones too: each once, with the first name given to the place. */
export function unknownPortsOf(
  { content, refusals }: { content: ShipmentContent; refusals: readonly ParseRefusal[] },
  { rules, mapped, words }: SourceReference,
  noPorts: ReadonlyMap<string, string | null> | undefined,
): UnknownPortUse[] {
  const uses = new Map<string, UnknownPortUse>();
  for (const [rawCode, port] of mapped) uses.set(rawCode, { kind: 'port', rawCode, place: null, resolution: port });
  for (const { port, place } of [...findUnmatchedPorts(content, rules.resolvePort), ...refusedPlaces(refusals)]) {
    const rawCode = port.slice(0, maxChars);
    const known = uses.get(rawCode);
    if (known === undefined)
      uses.set(rawCode, { kind: 'port', rawCode, place, resolution: noPorts?.get(rawCode) === null ? noPort : '' });
    else known.place ??= place;
  }
  const statement = new Map<string, string>();
  for (const raw of refusedWords(refusals)) statement.set(raw, '');
  for (const [raw, milestone] of words) statement.set(raw, milestone === '' ? noPort : milestone);
  return [
    ...uses.values(),
    ...Array.from(statement, ([rawCode, resolution]) => ({ kind: 'word' as const, rawCode, place: null, resolution })),
  ];
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
       and not r.codes ? (p.kind || ' ' || p.raw_code)`,
    [
      JSON.stringify(
        records.map(({ subscriptionId, sourceId, uses }) => ({
          subscriptionId,
          sourceId,
          codes: uses.map((use) => `${use.kind} ${use.rawCode}`),
        })),
      ),
    ],
  );
  if (rows.length === 0) return;
  const text = JSON.stringify(rows);
  // In one order everywhere, so that two batches never wait for each other.
  await database.execute(
    `insert into unknown_port (raw_code, source_id, kind, first_seen_at)
     select distinct r."rawCode", r."sourceId", r.kind, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r("rawCode" text, "sourceId" bigint, kind text) order by 1, 2, 3
     on conflict (raw_code, source_id, kind) do nothing`,
    [text, new Date(now)],
  );
  await database.execute(
    `insert into unknown_port_use (unknown_port_id, tenant_id, subscription_id, place, resolution, seen_at)
     select p.id, r."tenantId", r."subscriptionId", r.place, r.resolution, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r("rawCode" text, "sourceId" bigint, "tenantId" bigint, "subscriptionId" bigint,
       place text, resolution text, kind text)
     join unknown_port p on p.raw_code = r."rawCode" and p.source_id = r."sourceId" and p.kind = r.kind order by p.id, r."subscriptionId"
     on conflict (unknown_port_id, subscription_id) do update set
       place = coalesce(excluded.place, unknown_port_use.place), resolution = excluded.resolution, seen_at = excluded.seen_at`,
    [text, new Date(now)],
  );
}
