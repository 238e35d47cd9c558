// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { orderFor } from '#domain/intake/fusion/precedence-orders.ts';
import {
  advisedOrder,
  type StatedTime,
  type ScoredAttribute,
  scoredAttributes,
  type ScoredShipment,
  scoreSources,
} from '#domain/intake/fusion/source-scores.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { currentPrecedence } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { operatorOf } from '#shared/reference/operators.ts';
import type { Instant } from '#shared/time/instant.ts';
import {
  type ArrivedShipment,
  type ChangeRow,
  countArrived,
  listArrived,
  listArrivedCarriers,
  listScoredChanges,
  listStated,
  listSources,
  type StatedRow,
} from './score-queries.ts';

/** Shipments whose history is unpacked at once; other requests are answered between. */
const shipmentsAtOnce = 50;
/** Newest arrivals that are looked at; the answer says of how many. */
const maxShipments = 500;

/** Words of all sources about one shipment, oldest first, without what only repeats the word before. */
function wordsOf(changes: readonly ChangeRow[], statement: readonly StatedRow[]): StatedTime[] {
  const words: StatedTime[] = [];
  const last = new Map<string, number>();
  const add = (sourceCode: string, attribute: ScoredAttribute, value: unknown, knownAt: Instant): void => {
    const name = `${sourceCode} ${attribute}`;
    if (typeof value !== 'number' || last.get(name) === value) return;
    last.set(name, value);
    words.push({ sourceCode, attribute, value, knownAt });
  };
  const rows = [...changes, ...statement];
  for (const row of rows.toSorted((a, b) => a.known_at - b.known_at)) {
    for (const attribute of scoredAttributes) {
      if ('speakers' in row) {
        const entry = row[attribute];
        for (let at = 1; entry !== null && at < entry.length; at += 2) {
          const place = entry[at];
          const speaker = typeof place === 'number' ? row.speakers[place] : undefined;
          if (speaker !== undefined) add(speaker[2], attribute, entry[at + 1], row.known_at);
        }
      } else if (row[attribute]?.[1] != null) add(row[attribute][1], attribute, row[attribute][0], row.known_at);
    }
  }
  return words;
}

async function shipmentsWithWords(ctx: Ctx, arrived: readonly ArrivedShipment[]): Promise<ScoredShipment[]> {
  const shipments: ScoredShipment[] = [];
  for (let at = 0; at < arrived.length; at += shipmentsAtOnce)
    shipments.push(...(await someWithWords(ctx, arrived.slice(at, at + shipmentsAtOnce))));
  return shipments;
}

async function someWithWords(ctx: Ctx, arrived: readonly ArrivedShipment[]): Promise<ScoredShipment[]> {
  const ids = arrived.map(({ id }) => id);
  const [changes, statement] = await Promise.all([listScoredChanges(ctx, ids), listStated(ctx, ids)]);
  const changesOf = Map.groupBy(changes, (row) => row.shipment_id);
  const statedOf = Map.groupBy(statement, (row) => row.shipment_id);
  return arrived.map(({ id, carrier_code: carrierCode, heard_since: heardSince, atd, ata }) => ({
    carrierCode,
    heardSince,
    atd,
    ata,
    statement: wordsOf(changesOf.get(id) ?? [], statedOf.get(id) ?? []),
  }));
}

/** The names of a shipping line, an airline or another operator; its code where it has none. */
function carrierNames(carrierCode: string, { carriers, airlines }: ReferenceSnapshot) {
  const known = carriers.get(carrierCode) ?? airlines.get(carrierCode) ?? operatorOf(carrierCode);
  const nameEn = known?.nameEn ?? carrierCode;
  return { carrierCode, nameCn: known?.nameCn ?? nameEn, nameEn };
}

/** How sources reported the newest arrivals of the caller's tenants, and which order of trust that speaks for. */
export async function querySourceScores({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'sourceScoreQuery'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'sourceScoreQuery'>> {
  const carrier = input.carrierCode ?? null;
  const [arrived, count, carriers, sources, { precedence }] = await Promise.all([
    listArrived(ctx, carrier, maxShipments),
    countArrived(ctx, carrier),
    listArrivedCarriers(ctx),
    listSources(ctx),
    currentPrecedence(ctx.unscoped),
  ]);
  const known = new Map(sources.map((source) => [source.code, source]));
  const scores = scoreSources(await shipmentsWithWords(ctx, arrived)).filter(({ sourceCode }) => known.has(sourceCode));
  const typeOf = (code: string): SourceType | undefined => known.get(code)?.source_type;
  const advice = scoredAttributes.flatMap((attribute) => {
    const order = orderFor(precedence, attribute);
    const own = scores.filter((score) => score.attribute === attribute);
    const advised = advisedOrder(order, own, typeOf);
    return advised.every((type, place) => type === order[place]) ? [] : [{ attribute, order: [...order], advised }];
  });
  return {
    examined: arrived.length,
    arrived: count,
    carriers: carriers
      .map((code) => carrierNames(code, reference))
      .toSorted((a, b) => a.nameEn.localeCompare(b.nameEn, 'en')),
    scores: scores
      .toSorted((a, b) => a.carrierCode.localeCompare(b.carrierCode, 'en') || b.rightShare - a.rightShare)
      .map((score) => ({
        ...score,
        sourceNameCn: known.get(score.sourceCode)?.name_cn ?? score.sourceCode,
        sourceNameEn: known.get(score.sourceCode)?.name_en ?? score.sourceCode,
        sourceType: known.get(score.sourceCode)?.source_type ?? '',
      })),
    advice,
  };
}
