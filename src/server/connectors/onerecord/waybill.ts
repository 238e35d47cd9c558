import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { asObject } from '../untrusted.ts';
import { isOfType, type Node, textAt } from './json-ld.ts';

/** The number of a waybill, as its object gives it in two parts. */
export const waybillNumberOf = (waybill: Node): string =>
  normalizeAirWaybill(`${textAt(waybill, 'waybillPrefix') ?? ''}${textAt(waybill, 'waybillNumber') ?? ''}`);

/** The number of a waybill; undefined: one that cannot be right. */
export function validNumberOf(waybill: Node): string | undefined {
  const number = waybillNumberOf(waybill);
  return findAirWaybillProblem(number) === undefined ? number : undefined;
}

/** The objects that an answer is made of: itself, the entries of its list or of its graph. */
function topsOf(root: unknown): unknown[] {
  const one = asObject(root)?.['@graph'] ?? root;
  return Array.isArray(one) ? one.slice(0, 1_000) : [one];
}

/**
 * The waybill in an answer: the one with the number that was requested, else the answer itself, else any other. Waybills of the parts of a
 * consolidation, or of the whole, may come along with it.
 */
export function findWaybill(root: unknown, nodes: ReadonlyMap<string, Node>, billNo: string | null): Node | undefined {
  const tops = topsOf(root).flatMap((one): Node[] => {
    const top = asObject(one);
    return top !== undefined && isOfType(top, 'Waybill') && textAt(top, 'waybillNumber') !== null ? [top] : [];
  });
  const all = [...tops, ...[...nodes.values()].filter((node) => isOfType(node, 'Waybill'))];
  return all.find((one) => billNo !== null && waybillNumberOf(one) === billNo) ?? all[0];
}
