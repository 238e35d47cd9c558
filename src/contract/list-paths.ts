import { lists } from '#lists/index.ts';
import type { List, ListBoard } from '#shared/list/declare.ts';
import type { CallPath } from './call-path.ts';

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

/** Lists with a board, and the calls of these. */
type BoardLists = { [N in keyof Lists]: Lists[N] extends { board: { call: string } } ? Lists[N] : never }[keyof Lists];
export type BoardCall = BoardLists['board']['call'];
export type ListOfBoard<C extends BoardCall> = Extract<BoardLists, { board: { call: C } }>;

/** The declared lists that have a board. */
export const listsWithBoard: readonly (List & { board: ListBoard })[] = Object.values<List>(lists).filter(
  (list): list is List & { board: ListBoard } => list.board !== undefined,
);

/** Paths of the calls that follow from declared lists; no zod here. */
export const listPaths = Object.fromEntries([
  ...listsWithCall.map(({ call, path, menus }): [string, CallPath] => [
    call,
    { method: 'POST', path, access: menus ?? 'session' },
  ]),
  ...listsWithBoard.map(({ board, menus }): [string, CallPath] => [
    board.call,
    { method: 'POST', path: board.path, access: menus ?? 'session' },
  ]),
]) as { [C in ListCall | BoardCall]: CallPath };
