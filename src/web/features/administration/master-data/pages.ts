import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

const texts = ['entity', 'entityImport'] as const;

/** One page for each kind of master data; all of them are drawn from their declarations. */
export const masterDataPages = [
  entityScreen('port', {
    route: '/ports',
    title: { zh: '港口', en: 'Ports' },
    group: 'masterData',
    order: 10,
    roles: ['configurator'],
  }),
  entityScreen('portAlias', {
    route: '/port-aliases',
    title: { zh: '港口别名', en: 'Port aliases' },
    group: 'masterData',
    order: 20,
    roles: ['configurator'],
  }),
  definePage({
    route: '/port-fences',
    title: { zh: '港口围栏', en: 'Port fences' },
    group: 'masterData',
    order: 30,
    roles: ['configurator'],
    texts: [...texts, 'portFences'],
    load: () => import('./PortFencesPage.tsx').then((module) => ({ default: module.PortFencesPage })),
  }),
  entityScreen('vessel', {
    route: '/vessels',
    title: { zh: '船舶', en: 'Vessels' },
    group: 'masterData',
    order: 50,
    roles: ['configurator'],
  }),
  entityScreen('carrier', {
    route: '/carriers',
    title: { zh: '船公司', en: 'Carriers' },
    group: 'masterData',
    order: 60,
    roles: ['configurator'],
  }),
  entityScreen('freeTime', {
    route: '/free-time',
    title: { zh: '免费期', en: 'Free time' },
    group: 'masterData',
    order: 65,
    roles: ['configurator'],
  }),
  entityScreen('airport', {
    route: '/airports',
    title: { zh: '机场', en: 'Airports' },
    group: 'masterData',
    order: 70,
    roles: ['configurator'],
  }),
  entityScreen('airline', {
    route: '/airlines',
    title: { zh: '航空公司', en: 'Airlines' },
    group: 'masterData',
    order: 80,
    roles: ['configurator'],
  }),
  entityScreen('railStation', {
    route: '/rail-stations',
    title: { zh: '铁路站点', en: 'Rail stations' },
    group: 'masterData',
    order: 90,
    roles: ['configurator'],
  }),
  entityScreen('containerType', {
    route: '/container-types',
    title: { zh: '箱型', en: 'Container types' },
    group: 'masterData',
    order: 100,
    roles: ['configurator'],
  }),
  entityScreen('dataStatus', {
    route: '/data-statuses',
    title: { zh: '货物状态', en: 'Milestones' },
    group: 'masterData',
    order: 110,
    roles: ['configurator'],
  }),
  entityScreen('exceptionType', {
    route: '/exception-types',
    title: { zh: '异常类型', en: 'Exception types' },
    group: 'masterData',
    order: 120,
    roles: ['configurator'],
  }),
  definePage({
    route: '/risk-zones',
    title: { zh: '风险区域', en: 'Risk zones' },
    group: 'masterData',
    order: 130,
    roles: ['configurator'],
    texts,
    load: () => import('./RiskZonesPage.tsx').then((module) => ({ default: module.RiskZonesPage })),
  }),
] as const;
