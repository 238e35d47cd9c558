import type { Instant } from '#shared/time/instant.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import type { ParseReference, ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { codeAt, codeOf, indexNodes, literalAt, type Node, nodesAt, textAt, valuesAt } from './json-ld.ts';

const POUND_KG = 0.453_592_37;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
const AIRPORT = /^[A-Z]{3}$/;

/** One answer, with what of it cannot be taken. */
export class Reader {
  readonly refusals: ParseRefusal[] = [];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly #reference: ParseReference;
  /** The event that is being read. */
  index: number | null = null;

  constructor(root: unknown, reference: ParseReference) {
    const { nodes, isCut } = indexNodes(root);
    this.nodes = nodes;
    this.#reference = reference;
    if (isCut) this.note('too_many_events', '@graph');
  }

  note(reason: RefusalReason, field: string, value?: unknown): undefined {
    this.refusals.push(refusal(reason, { index: this.index, field, value }));
    return undefined;
  }

  moment(node: Node, name: string): Instant | undefined {
    const value = literalAt(node, name);
    if (value === undefined) return undefined;
    const at = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
    if (at >= EARLIEST && at < LATEST) return at;
    return this.note(/T\d{2}:\d{2}(:\d{2})?$/.test(String(value)) ? 'no_offset' : 'bad_time', name, value);
  }

  /** The airport of a place, which may have several codes. */
  airport(node: Node, name: string): string | null {
    const [place] = nodesAt(node, name, this.nodes);
    if (place === undefined) return null;
    const coded = valuesAt(place, 'locationCodes').slice(0, 20);
    const codes = [...coded.map((one) => this.#codeOf(one)), textAt(place, 'code'), textAt(place, 'locationCode')];
    const code = codes.find((one) => one !== null && AIRPORT.test(one)) ?? codes.find((one) => one !== null);
    if (code === undefined || code === null) return null;
    return AIRPORT.test(code) ? code : (this.note('bad_reference', name, code) ?? null);
  }

  #codeOf(value: unknown): string | null {
    const [node] = nodesAt({ value }, 'value', this.nodes);
    return codeOf(node ?? value);
  }

  /** A weight in kilograms; another unit than kilograms and pounds is refused. */
  weight(node: Node, ...names: readonly string[]): number | null {
    const name = names.find((one) => valuesAt(node, one).length > 0) ?? '';
    const [value] = nodesAt(node, name, this.nodes);
    if (value === undefined) return null;
    const amount = Number(literalAt(value, 'numericalValue') ?? literalAt(value, 'value'));
    const unit = codeAt(value, 'unit');
    if (!Number.isFinite(amount) || amount < 0 || amount > 1e7) return this.note('bad_type', name, amount) ?? null;
    if (unit === 'KGM' || unit === 'KG') return Math.round(amount * 1_000) / 1_000;
    if (unit === 'LBR' || unit === 'LB') return Math.round(amount * POUND_KG * 1_000) / 1_000;
    return this.note('bad_enumeration', 'weightUnit', `${amount} ${unit ?? ''}`) ?? null;
  }

  /** A number of pieces, by the first of the names that is there. */
  count(node: Node, ...names: readonly string[]): number | null {
    const name = names.find((one) => valuesAt(node, one).length > 0) ?? '';
    const value = literalAt(node, name);
    if (value === undefined) return null;
    const count = Number(value);
    return Number.isInteger(count) && count >= 0 && count <= 99_999
      ? count
      : (this.note('bad_type', name, value) ?? null);
  }

  zoneOf(airport: string): string | undefined {
    return this.#reference.zoneOf(airport);
  }
}
