import type { CallData } from '#contract/index.ts';
import { mergedCodes } from './menu-tree.ts';

/** The rights of a user: pages, further tenants, and whether they see all tenants. */
export type Rights = Pick<CallData<'userGet'>, 'menus' | 'tenantIds' | 'allTenants'>;

/** What was changed of a user's rights; absent parts stay as they are. */
export type RightsChanges = { menus?: string[]; tenantIds?: string[]; allTenants?: 0 | 1 };

/** What a new user may do. */
export const noRights: Rights = { menus: [], tenantIds: [], allTenants: 0 };

const sameCodes = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));

/** The parts of `mine` that are not those of `base`; the order of codes says nothing. */
export const rightsChanges = (base: Rights, mine: Rights): RightsChanges => ({
  ...(sameCodes(base.menus, mine.menus) ? {} : { menus: mine.menus }),
  ...(sameCodes(base.tenantIds, mine.tenantIds) ? {} : { tenantIds: mine.tenantIds }),
  ...(base.allTenants === mine.allTenants ? {} : { allTenants: mine.allTenants }),
});

/** What two people made of the rights of one user: theirs, with what I changed on `base`. */
export const mergedRights = (base: Rights, mine: Rights, theirs: Rights): Rights => ({
  menus: mergedCodes(base.menus, mine.menus, theirs.menus),
  tenantIds: mergedCodes(base.tenantIds, mine.tenantIds, theirs.tenantIds),
  allTenants: mine.allTenants === base.allTenants ? theirs.allTenants : mine.allTenants,
});
