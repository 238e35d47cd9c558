import type { PlainKey } from '#web/i18n/index.ts';

/** Groups of the sidebar, in the order in which they stand. */
export const navGroups = [
  'home',
  'capacity',
  'supplyChain',
  'tracking',
  'location',
  'events',
  'risk',
  'exceptions',
  'eventProxy',
  'freight',
  'automation',
  'configuration',
  'masterData',
  'system',
] as const;
/** A group of the sidebar. */
export type NavGroup = (typeof navGroups)[number];

/** Who may open a route: whoever has its menu code, everyone signed in, or administrators. */
export type NavAccess = 'menu' | 'everyone' | 'admin';

/** One route of the product as the specification names it, whether its page exists yet or not. */
export type NavEntry = {
  readonly route: string;
  readonly titleKey: PlainKey;
  /** Absent: the route has no entry of its own in the sidebar. */
  readonly group?: NavGroup;
  readonly access: NavAccess;
  /** Shown by an external data page when one is configured. */
  readonly dataPage: boolean;
};

type Title = PlainKey extends infer K ? (K extends `nav.page.${infer Name}` ? Name : never) : never;
type Row = { name: Title; route?: string; access?: NavAccess; own?: true };

const entry = (row: Title | Row, group: NavGroup | undefined, dataPage: boolean): NavEntry => {
  const { name, route, access, own }: Row = typeof row === 'string' ? { name: row } : row;
  return {
    route: route ?? `/${name}`,
    titleKey: `nav.page.${name}`,
    ...(group === undefined ? {} : { group }),
    access: access ?? 'menu',
    dataPage: dataPage && own !== true,
  };
};
const dataPages = (group: NavGroup | undefined, ...rows: (Title | Row)[]): NavEntry[] =>
  rows.map((row) => entry(row, group, true));
const ownPages = (group: NavGroup | undefined, ...rows: (Title | Row)[]): NavEntry[] =>
  rows.map((row) => entry(row, group, false));

/** Every route besides sign-in and the error pages, in the order of the sidebar. */
export const navigation: readonly NavEntry[] = [
  ...ownPages('home', 'dashboard'),
  ...dataPages('capacity', 'vessel-schedule', 'domestic-ptp', 'air-schedule'),
  ...dataPages('supplyChain', 'oms-index'),
  ...dataPages(
    'tracking',
    'trace-index',
    'domestic-trace-index',
    'air-trace-index',
    'train-index',
    { name: 'ft-ocean-tracking', own: true },
    'express-index',
    'vehicle-index',
  ),
  ...dataPages(
    'location',
    'port-vessel-schedule',
    'vessel-subscribe',
    'vessel-alone',
    'air-schedule-index',
    'gps-vehicle-index',
  ),
  ...dataPages('events', 'event-board-index', 'event-index'),
  ...dataPages('risk', 'risk-map'),
  ...ownPages('exceptions', 'exception-manage', 'exception-subscribe', 'detection-rules'),
  ...dataPages('eventProxy', 'event-field-index', 'event-item-index', 'event-item-type-index'),
  ...dataPages(
    'freight',
    'agent-price-index',
    'today-ecommerce-freight',
    'freight-rate-management',
    'surcharge-management',
    'booking-record-management',
  ),
  ...ownPages(
    'automation',
    { name: 'process', access: 'everyone' },
    { name: 'job', access: 'everyone' },
    { name: 'package', access: 'admin' },
    { name: 'robot', access: 'admin' },
    { name: 'environment', access: 'admin' },
    'edi-manager',
    'edi-partners',
    'robot-answers',
    'refusals',
  ),
  ...ownPages(
    'configuration',
    'base-code',
    'feedback',
    'outbox',
    'assets',
    'tenant-assets',
    'function-interface',
    'api-keys',
    'fusion-precedence',
  ),
  ...ownPages(
    'masterData',
    'ports',
    'port-aliases',
    'port-fences',
    'unknown-ports',
    'vessels',
    'carriers',
    'airports',
    'airlines',
    'rail-stations',
    'container-types',
    'data-statuses',
    'exception-types',
    'risk-zones',
  ),
  ...ownPages(
    'system',
    { name: 'user', access: 'admin' },
    { name: 'audit', access: 'admin' },
    { name: 'tenants', access: 'admin' },
  ),
  ...dataPages(
    undefined,
    'trace-detail',
    'domestic-trace-detail',
    'air-trace-detail',
    'train-detail',
    'vehicle-detail',
    'express-detail',
    'oms-movement-detail',
    'oms-movement-xbm-detail',
    'oms-ais',
  ),
  ...ownPages(
    undefined,
    { name: 'exception-handle', route: '/exception-manage/handle', access: 'everyone' },
    { name: 'exceptionBusinessInfo', access: 'everyone' },
    { name: 'exceptionBusinessDetail', access: 'everyone' },
    { name: 'testWaliTable', access: 'everyone' },
    { name: 're-password', access: 'everyone' },
    'home',
  ),
];

/** Detail pages: a session is needed, a menu code is not. */
export const skipsMenuCheck: ReadonlySet<string> = new Set([
  '/exceptionBusinessInfo',
  '/exceptionBusinessDetail',
  '/trace-detail',
  '/domestic-trace-detail',
  '/train-detail',
  '/air-trace-detail',
  '/vehicle-detail',
  '/express-detail',
  '/testWaliTable',
]);

const byRoute = new Map(navigation.map((item) => [item.route, item]));

/** The entry of a route, if the specification names it. */
export const findNavEntry = (route: string): NavEntry | undefined => byRoute.get(route);

/** The route a new session lands on when it exists and is permitted. */
export const preferredLanding = '/vessel-schedule';
