import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

/** What carriers and agents charge, and what currencies are worth. */
export const freightPages = [
  definePage({
    route: '/agent-price-index',
    title: { zh: '代理价格', en: 'Agent prices' },
    group: 'freight',
    order: 10,
    roles: ['tenant-user', 'pricing'],
    dataPage: true,
    texts: ['chart', 'freight'],
    load: () => import('./AgentPricePage.tsx').then((module) => ({ default: module.AgentPricePage })),
  }),
  definePage({
    route: '/today-ecommerce-freight',
    title: { zh: '今日电商运价', en: 'E-commerce freight today' },
    group: 'freight',
    order: 20,
    roles: ['tenant-user', 'pricing'],
    dataPage: true,
    texts: ['chart', 'freight'],
    load: () => import('./SpotOffersPage.tsx').then((module) => ({ default: module.SpotOffersPage })),
  }),
  definePage({
    route: '/freight-rate-management',
    title: { zh: '运价管理', en: 'Freight rates' },
    group: 'freight',
    order: 30,
    roles: ['tenant-user', 'pricing'],
    dataPage: true,
    texts: ['entity', 'entityImport', 'freight'],
    load: () => import('./PriceLinesPage.tsx').then((module) => ({ default: module.FreightRatesPage })),
  }),
  definePage({
    route: '/surcharge-management',
    title: { zh: '附加费管理', en: 'Surcharges' },
    group: 'freight',
    order: 40,
    roles: ['tenant-user', 'pricing'],
    dataPage: true,
    texts: ['entity', 'entityImport', 'freight'],
    load: () => import('./PriceLinesPage.tsx').then((module) => ({ default: module.SurchargesPage })),
  }),
  entityScreen('exchangeRate', {
    route: '/exchange-rates',
    title: { zh: '汇率', en: 'Exchange rates' },
    group: 'freight',
    order: 60,
    roles: ['pricing'],
  }),
];
