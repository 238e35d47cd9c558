import type { SavedView, ViewContent } from '#contract/administration/preference.ts';
import { type ColumnScheme, emptyScheme } from '../table/column-scheme.ts';

/** The query of a list's address. */
export type Search = Readonly<Record<string, string>>;

/** Parts of an address that are of the moment and in no view: which page, and which view was requested. */
const passing = new Set(['page', 'view']);

/** The lasting part of an address. */
export const lasting = (search: Search): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => !passing.has(name) && value !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Is the list as it is opened from the menu, with nothing requested? */
export const isPlain = (search: Search): boolean => Object.keys(lasting(search)).length === 0;

/** What a view of the list as it is now holds; widths belong to a screen, but they are part of what one sees. */
export const contentOf = (search: Search, scheme: ColumnScheme): ViewContent => ({
  search: lasting(search),
  columns: { order: [...scheme.order], hidden: [...scheme.hidden], widths: { ...scheme.widths } },
});

const plainScheme = (scheme: ColumnScheme): string =>
  JSON.stringify([
    scheme.order,
    scheme.hidden.toSorted(),
    Object.entries(scheme.widths).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** The columns of a view; one without any leaves the standard ones. */
export const schemeOf = (content: ViewContent): ColumnScheme => content.columns ?? emptyScheme;

/** Do two column choices show the same? */
export const sameScheme = (one: ColumnScheme, other: ColumnScheme): boolean => plainScheme(one) === plainScheme(other);

/** Does the list show just what a view holds? */
export const shows = (content: ViewContent, search: Search, scheme: ColumnScheme): boolean =>
  JSON.stringify(lasting(content.search ?? {})) === JSON.stringify(lasting(search)) &&
  sameScheme(schemeOf(content), scheme);

/** The view the list stands on: the one that was opened, else one that shows the same. */
export const currentView = (
  views: readonly SavedView[],
  opened: string | undefined,
  search: Search,
  scheme: ColumnScheme,
): SavedView | undefined =>
  views.find((view) => view.viewId === opened) ?? views.find((view) => shows(view.content, search, scheme));
