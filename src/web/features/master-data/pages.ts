import { definePage } from '#web/app/page.ts';

const texts = ['entity', 'entityImport'] as const;

/** One page for each kind of master data; all of them are drawn from their declarations. */
export const masterDataPages = [
  definePage({
    route: '/ports',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.PortsPage })),
  }),
  definePage({
    route: '/port-aliases',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.PortAliasesPage })),
  }),
  definePage({
    route: '/port-fences',
    texts: [...texts, 'portFences'],
    load: () => import('./PortFencesPage.tsx').then((module) => ({ default: module.PortFencesPage })),
  }),
  definePage({
    route: '/vessels',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.VesselsPage })),
  }),
  definePage({
    route: '/carriers',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.CarriersPage })),
  }),
  definePage({
    route: '/airports',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.AirportsPage })),
  }),
  definePage({
    route: '/airlines',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.AirlinesPage })),
  }),
  definePage({
    route: '/rail-stations',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.RailStationsPage })),
  }),
  definePage({
    route: '/container-types',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.ContainerTypesPage })),
  }),
  definePage({
    route: '/data-statuses',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.DataStatusesPage })),
  }),
  definePage({
    route: '/exception-types',
    texts,
    load: () => import('./MasterDataPages.tsx').then((module) => ({ default: module.ExceptionTypesPage })),
  }),
  definePage({
    route: '/risk-zones',
    texts,
    load: () => import('./RiskZonesPage.tsx').then((module) => ({ default: module.RiskZonesPage })),
  }),
] as const;
