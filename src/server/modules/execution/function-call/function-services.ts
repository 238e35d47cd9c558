import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { FunctionBases, FunctionServices } from './call-function.ts';

type Parts = {
  functionBases?: FunctionBases;
  delivery?: { allowedUrls: readonly string[] };
  reference: () => ReferenceSnapshot;
  /** The simulated world runs beside the product: its functions may be called although they are inside the network. */
  hasWorld: boolean;
};

/** What calling functions needs, from the parts of the product. */
export function functionServices({ functionBases, delivery, reference, hasWorld }: Parts): FunctionServices {
  const bases = functionBases ?? new Map<string, string>();
  const demo = hasWorld ? bases.get('DEMO') : undefined;
  return {
    bases,
    allowed: [...(delivery?.allowedUrls ?? []), ...(demo === undefined ? [] : [demo])],
    reference,
  };
}
