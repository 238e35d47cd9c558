import type { KnownCarrier } from '#domain/subscription/recognise-references.ts';
import type { ReferenceSnapshot } from './reference-store.ts';

/** What is known of carriers by their numbers and names. */
export const knownCarriers = (reference: ReferenceSnapshot): KnownCarrier[] =>
  [...reference.carriers.values()].map(({ code, scac, containerPrefixes, nameCn, nameEn }) => ({
    code,
    scac,
    containerPrefixes,
    names: [nameEn, ...(nameCn === null ? [] : [nameCn])],
  }));
