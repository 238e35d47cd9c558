import { lists } from '#lists/index.ts';
import type { List } from '#shared/list/declare.ts';
import type { CallPath } from './paths.ts';

type Lists = typeof lists;
/** Lists whose call follows from their declaration. */
type OwnCallLists = { [N in keyof Lists]: Lists[N] extends { path: string } ? Lists[N] : never }[keyof Lists];
/** Their calls. */
export type ListCall = OwnCallLists['call'];
/** The list that a call answers. */
export type ListOfCall<C extends ListCall> = Extract<OwnCallLists, { call: C }>;

/** The declared lists whose call follows from the declaration. */
export const listsWithCall: readonly (List & { path: string })[] = Object.values<List>(lists).filter(
  (list): list is List & { path: string } => list.path !== undefined,
);

/** Paths of the calls that follow from declared lists; no zod here. */
export const listPaths = Object.fromEntries(
  listsWithCall.map(({ call, path, menus }): [string, CallPath] => [
    call,
    { method: 'POST', path, access: menus ?? 'session' },
  ]),
) as { [C in ListCall]: CallPath };
