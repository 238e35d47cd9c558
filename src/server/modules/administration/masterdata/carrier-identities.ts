import type { CarrierIdentity } from '#domain/tracking/subscription/recognise-references.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** What is known of carriers by their numbers and names. */
export const carrierIdentities = (reference: ReferenceSnapshot): CarrierIdentity[] =>
  [...reference.carriers.values()].map(({ nameCn, nameEn, ...carrier }) => ({
    code: carrier.code,
    scac: carrier.scac,
    isScacVerified: carrier.isScacVerified,
    containerPrefixes: carrier.containerPrefixes,
    arePrefixesVerified: carrier.arePrefixesVerified,
    names: [nameEn, ...(nameCn === null ? [] : [nameCn])],
  }));
