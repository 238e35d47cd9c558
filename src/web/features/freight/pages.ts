import { entityScreen } from '#web/entity/entity-screen.ts';

/** What carriers and agents charge, and what currencies are worth. */
export const freightPages = [
  entityScreen('freightRate', {
    route: '/freight-rate-management',
    title: { zh: '运价管理', en: 'Freight rates' },
    group: 'freight',
    order: 30,
    roles: ['tenant-user', 'pricing'],
    dataPage: true,
  }),
  entityScreen('surcharge', {
    route: '/surcharge-management',
    title: { zh: '附加费管理', en: 'Surcharges' },
    group: 'freight',
    order: 40,
    roles: ['tenant-user', 'pricing'],
    dataPage: true,
  }),
  entityScreen('exchangeRate', {
    route: '/exchange-rates',
    title: { zh: '汇率', en: 'Exchange rates' },
    group: 'freight',
    order: 60,
    roles: ['pricing'],
  }),
];
