import { navGroups, type PageManifest } from '#web/base/define-page.ts';
import { pageList } from './page-list.ts';

const placeOf = ({ group }: PageManifest): number =>
  group === undefined ? navGroups.length : navGroups.indexOf(group);

/** Every route besides sign-in and the error pages, in the order of the sidebar, whether its page exists yet or not. */
export const navigation: readonly PageManifest[] = pageList.toSorted(
  (a, b) => placeOf(a) - placeOf(b) || a.order - b.order,
);

const byRoute = new Map(navigation.map((item) => [item.route, item]));

/** What is shown of the page of a route. */
export const findNavEntry = (route: string): PageManifest | undefined => byRoute.get(route);

/** The route a new session lands on when it exists and is permitted. */
export const preferredLanding = '/vessel-schedule';
