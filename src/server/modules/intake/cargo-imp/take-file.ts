import { readFile, stat } from 'node:fs/promises';
import { readCargoImp, splitCargoImp } from '#server/connectors/cargoimp/index.ts';
import { refusal } from '#server/connectors/untrusted.ts';
import type { ParseRefusal } from '#server/connectors/types.ts';
import { insertRefusals } from '#server/modules/intake/collection/index.ts';
import { placeIn } from '#server/modules/administration/masterdata/index.ts';
import type { FileOutcome } from '#server/platform/folder/index.ts';
import { airlinePrefixOf } from '#shared/ids/air-waybill.ts';
import { mailTexts } from '#shared/mail/read-mail.ts';
import { applyMessages, ensureSource, hashOf, type StoredWaybillMessage } from './apply-messages.ts';
import { type CargoImpDeps, MAX_FILE_BYTES } from './types.ts';

/** What a file came to: messages that were new, and pieces that were not taken. */
export type TakenFile = { messages: number; refused: number };

type Refused = { carrierCode: string | null; refusal: ParseRefusal };

const isMail = (name: string): boolean => /\.(eml|mail|msg\.txt)$/i.test(name);

/** Messages of a text by their waybills, each with the airline of its prefix; what has none is refused. */
function readParts(deps: CargoImpDeps, text: string) {
  const { airlines } = deps.reference();
  const byPrefix = new Map([...airlines.values()].map(({ code, prefix }) => [prefix, code] as const));
  const { parts, refusals } = splitCargoImp(text);
  const refused: Refused[] = refusals.map((one) => ({ carrierCode: null, refusal: one }));
  const known = parts.flatMap(({ waybill, text: body }) => {
    const carrierCode = byPrefix.get(airlinePrefixOf(waybill));
    if (carrierCode !== undefined) return [{ waybill, carrierCode, body: Buffer.from(body) }];
    refused.push({ carrierCode: null, refusal: refusal('bad_reference', { field: 'airline', value: waybill }) });
    return [];
  });
  return { known, refused };
}

/** Lines that cannot be read are reported once a shipment is made of them; those of waybills that nobody tracks are reported here. */
function refusedLines(deps: CargoImpDeps, untracked: readonly StoredWaybillMessage[]): Refused[] {
  const reference = deps.reference();
  return untracked.flatMap((message) =>
    readCargoImp(Buffer.from(message.body).toString('utf8'), {
      receivedAt: message.received_at,
      zoneOf: (airport) => placeIn(reference, airport)?.zone ?? undefined,
    }).refusals.map((one) => ({ carrierCode: message.carrier_code, refusal: one })),
  );
}

async function writeRefusals(deps: CargoImpDeps, refused: readonly Refused[]): Promise<void> {
  for (const [carrierCode, own] of Map.groupBy(refused, (one) => one.carrierCode)) {
    const sourceId = await ensureSource(deps.database, carrierCode, deps.reference());
    await insertRefusals(
      deps.database,
      own.map(({ refusal: { reason, index, field, eventId, value } }) => ({
        tenantId: null,
        sourceId,
        subscriptionId: null,
        via: 'push',
        reason,
        detail: { index, eventId, field },
        sample: value,
      })),
      deps.clock.now(),
    );
  }
}

/** Takes all messages of a text or a mail, or none of them: they are kept, and reported to the shipments they are about. */
async function takeText(deps: CargoImpDeps, name: string, bytes: Buffer): Promise<TakenFile> {
  const texts = isMail(name) ? mailTexts(bytes.toString('latin1')) : [bytes.toString('utf8')];
  const way = isMail(name) ? 'mail' : 'file';
  const { known, refused } = readParts(deps, texts.join('\n'));
  const now = deps.clock.now();
  return deps.database.transaction(async () => {
    const { rows } = await deps.database.execute<{ hash: Buffer }>(
      `insert into cargo_imp_message (received_at, way, file_name, waybill, carrier_code, body, hash)
       select $1, $2, $3, m.* from unnest($4::text[], $5::text[], $6::bytea[], $7::bytea[]) m
       on conflict do nothing returning hash`,
      [
        new Date(now),
        way,
        name.slice(0, 200),
        known.map(({ waybill }) => waybill),
        known.map(({ carrierCode }) => carrierCode),
        known.map(({ body }) => body),
        known.map(({ body }) => hashOf(body)),
      ],
    );
    const added = new Set(rows.map(({ hash }) => Buffer.from(hash).toString('hex')));
    const fresh = known
      .filter(({ body }) => added.delete(hashOf(body).toString('hex')))
      .map(({ waybill, carrierCode, body }) => ({ waybill, carrier_code: carrierCode, received_at: now, body }));
    const tracked = await applyMessages(deps, fresh);
    const untracked = fresh.filter(({ waybill }) => !tracked.has(waybill));
    const all = [...refused, ...refusedLines(deps, untracked)];
    await writeRefusals(deps, all);
    return { messages: known.length, refused: all.length };
  });
}

/** Takes a file of messages (`.eml`: a mail with its attachments) from the folder. */
export async function takeFile(deps: CargoImpDeps, path: string, name: string): Promise<FileOutcome> {
  try {
    if ((await stat(path)).size > MAX_FILE_BYTES) {
      await writeRefusals(deps, [
        { carrierCode: null, refusal: refusal('unreadable', { field: 'file', value: name }) },
      ]);
      return 'refused';
    }
    const { messages } = await takeText(deps, name, await readFile(path));
    return messages > 0 ? 'taken' : 'refused';
  } catch (error) {
    deps.log.warn({ err: error, file: name }, 'a file of Cargo-IMP messages could not be kept; it is tried again');
    return 'again';
  }
}
