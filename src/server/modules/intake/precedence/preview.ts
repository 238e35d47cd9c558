// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PrecedencePreview, PreviewedShipment } from '#contract/intake/precedence.ts';
import { normalOrders, toPrecedence } from '#domain/intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import { parsePath } from '#domain/intake/fusion/paths.ts';
import type { AttributeValue } from '#domain/intake/fusion/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { zoneOfPath } from '#server/modules/tracking/override/index.ts';
import { fuseStored, shownIn } from '#server/modules/tracking/shipment/index.ts';
import type { Fused, FusionOptions } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { itemAt } from '#shared/values/items.ts';
import { listCandidates, listSubjects } from './precedence-queries.ts';
import type { PreviewSubject } from './precedence-queries.ts';
import { readOrders } from './read-orders.ts';

/** Up to so many shipments are all looked at; of more, so many spread evenly over all. */
const maxExamined = 5_000;
/** Shipments reported one by one, and values reported of each. */
const maxShown = 100;
const maxValues = 40;
/** Small enough that other requests are answered in between. */
const chunk = 20;

/** A preview answers within this time; what could not be looked at until then is left out of the sample. */
const longestMs = 2_000;

/** Every nth of a list, so that at most `limit` are left. */
const spread = <T>(list: readonly T[], limit: number): T[] =>
  list.length <= limit
    ? [...list]
    : Array.from({ length: limit }, (_, index) => itemAt(list, Math.floor((index * list.length) / limit)));

/**
 * The items in an order in which each beginning is spread evenly over all of them, so that work can stop at any time and
 * has looked at a fair sample.
 */
export function evenly<T>(items: readonly T[], pieces: number): T[] {
  return Array.from({ length: pieces }, (_, piece) => items.filter((_item, index) => index % pieces === piece)).flat();
}

type Deps = { reference: ReferenceSnapshot; fusion: FusionOptions };

/** Fuses stored shipments by other orders and says what would be shown otherwise; writes nothing. */
export async function previewPrecedence({
  ctx,
  orders: wanted,
  deps,
}: {
  ctx: Ctx;
  orders: Readonly<Record<string, readonly string[]>>;
  deps: Deps;
}): Promise<PrecedencePreview> {
  const orders: PrecedenceOrders = normalOrders(readOrders(wanted, ctx.lang));
  const options = { ...deps.fusion, precedence: toPrecedence(orders) };
  const candidates = await listCandidates(ctx);
  const chosen = spread(candidates, maxExamined);
  const ids = evenly(chosen, Math.ceil(chosen.length / chunk));
  const tally = new Tally(ctx, deps.reference);
  const startedAt = performance.now();
  let at = 0;
  for (; at < ids.length && performance.now() - startedAt < longestMs; at += chunk) {
    const subjects = await listSubjects(ctx, ids.slice(at, at + chunk));
    const fused = await fuseStored(ctx.unscoped, subjects, options, ctx.clock.now());
    fused.forEach((one, index) => tally.add(itemAt(subjects, index), one));
    await nextTurn();
  }
  return tally.result(candidates.length, Math.min(at, ids.length));
}

type Change = { path: string; before: [AttributeValue, string | null]; after: [AttributeValue, string | null] };

/** What changes between what is stored and what would be. */
function changesOf({ changes, before: stored }: Fused): Change[] {
  const shown = shownIn(stored);
  return Object.entries(changes ?? {}).map(([path, after]) => ({
    path,
    before: shown.get(path) ?? [null, null],
    after,
  }));
}

const attributeOf = (path: string): string => {
  const parsed = parsePath(path);
  return parsed === undefined ? path : `${parsed.kind}.${parsed.attribute}`;
};

class Tally {
  readonly #ctx: Ctx;
  readonly #reference: ReferenceSnapshot;
  readonly #attributes = new Map<string, number>();
  readonly #shipments: PreviewedShipment[] = [];
  #changedShipments = 0;
  #changedValues = 0;
  #onlySource = 0;
  #rewritten = 0;

  constructor(ctx: Ctx, reference: ReferenceSnapshot) {
    this.#ctx = ctx;
    this.#reference = reference;
  }

  add(subject: PreviewSubject, one: Fused): void {
    if (!one.outcome.changed) return;
    this.#rewritten += 1;
    const all = changesOf(one);
    const changes = all.filter(({ before, after }) => before[0] !== after[0]);
    if (changes.length === 0) {
      if (all.length > 0) this.#onlySource += 1;
      return;
    }
    this.#changedShipments += 1;
    this.#changedValues += changes.length;
    for (const { path } of changes) {
      const attribute = attributeOf(path);
      this.#attributes.set(attribute, (this.#attributes.get(attribute) ?? 0) + 1);
    }
    if (this.#shipments.length < maxShown) this.#shipments.push(this.#present(subject, one, changes));
  }

  #present(subject: PreviewSubject, one: Fused, changes: readonly Change[]): PreviewedShipment {
    const { booking } = one.outcome.fused?.content ?? {};
    const side = ([value, sourceCode]: [AttributeValue, string | null]) => ({
      value,
      sourceCode,
      sourceName: this.#sourceName(sourceCode),
    });
    return {
      obmBkId: String(one.outcome.shipmentId ?? ''),
      obmTkSubscribeId: String(subject.id),
      tenantCode: this.#reference.tenants.get(subject.tenantId)?.code ?? '',
      blNo: subject.billNo ?? booking?.billNo ?? null,
      ctnNo: subject.containerNo,
      count: changes.length,
      values: changes.slice(0, maxValues).map(({ path, before, after }) => ({
        path,
        zone: zoneOfPath(path, one.outcome.fused?.content, this.#reference),
        before: side(before),
        after: side(after),
      })),
    };
  }

  #sourceName(code: string | null): string | null {
    if (code === null) return null;
    const source = this.#reference.sources.get(code);
    return (this.#ctx.lang === 'zh' ? source?.nameCn : source?.nameEn) ?? code;
  }

  result(candidates: number, examined: number): PrecedencePreview {
    return {
      candidates,
      examined,
      changedShipments: this.#changedShipments,
      changedValues: this.#changedValues,
      onlySource: this.#onlySource,
      rewritten: this.#rewritten,
      attributes: [...this.#attributes]
        .map(([attribute, count]) => ({ attribute, count }))
        .sort((a, b) => b.count - a.count || (a.attribute < b.attribute ? -1 : 1)),
      shipments: this.#shipments,
    };
  }
}
