import type { CallData } from '#contract/index.ts';
import { landOperators, operatorOf } from '#shared/reference/operators.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** What people call somebody who carries goods. */
export type OperatorName = { nameCn: string | null; nameEn: string };

/**
 * Who carries goods in any mode, by code: carriers, railways, hauliers and couriers, then airlines. Master data come before what is
 * built in; a code that means two of them is the first.
 */
export function operatorIn(
  reference: Pick<ReferenceSnapshot, 'carriers' | 'airlines'>,
  code: string | null | undefined,
): OperatorName | undefined {
  if (code == null) return undefined;
  return reference.carriers.get(code) ?? operatorOf(code) ?? reference.airlines.get(code);
}

/** All of them, by code and once each; the mode says who they are, sea for all carriers. */
export function allOperators(reference: ReferenceSnapshot): CallData<'allOperators'> {
  const known = new Map<string, CallData<'allOperators'>[number]>();
  const add = (
    code: string,
    mode: CallData<'allOperators'>[number]['mode'],
    { nameCn, nameEn }: OperatorName,
  ): void => {
    if (!known.has(code)) known.set(code, { operatorCode: code, mode, operatorName: nameEn, operatorNameCn: nameCn });
  };
  for (const carrier of reference.carriers.values()) add(carrier.code, 'sea', carrier);
  for (const operator of landOperators) add(operator.code, operator.mode, operator);
  for (const airline of reference.airlines.values()) add(airline.code, 'air', airline);
  return [...known.values()];
}
