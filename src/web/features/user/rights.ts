import type { CallData } from '#contract/index.ts';
import { mergedCodes } from './menu-tree.ts';

/** The rights of a user as they are kept. */
export type Rights = Pick<CallData<'userGet'>, 'menus' | 'tenantIds' | 'allTenants'>;

/** What was changed of a user's rights; absent parts stay as they are. */
export type RightsDraft = { menus?: string[]; tenantIds?: string[]; allTenants?: 0 | 1 };

/** A draft that was made on `base`, made again on what somebody else has saved meanwhile; absent parts are theirs anyway. */
export function draftOver(draft: RightsDraft, base: Rights, theirs: Rights): RightsDraft {
  return {
    ...draft,
    ...(draft.menus === undefined ? {} : { menus: mergedCodes(base.menus, draft.menus, theirs.menus) }),
    ...(draft.tenantIds === undefined
      ? {}
      : { tenantIds: mergedCodes(base.tenantIds, draft.tenantIds, theirs.tenantIds) }),
  };
}
