import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** Stands for no tenant. */
const noSuchId = -1;

/** Ids of the tenants that codes name; an id that no tenant has where none is known. */
export function tenantIdsOf(codes: readonly string[], reference: ReferenceSnapshot): number[] {
  const wanted = new Set(codes);
  const ids = [...reference.tenants.values()]
    .filter((tenant) => wanted.has(tenant.code) || wanted.has(String(tenant.id)))
    .map((tenant) => tenant.id);
  return ids.length > 0 ? ids : [noSuchId];
}
