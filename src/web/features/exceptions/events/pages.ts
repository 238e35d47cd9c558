import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

/** Events of shipments, their board, and what finds them. */
export const eventPages = [
  definePage({
    route: '/event-board-index',
    title: { zh: '看板视图', en: 'Board view' },
    group: 'events',
    order: 10,
    roles: ['tenant-user', 'viewer'],
    dataPage: true,
    texts: ['events'],
    load: () => import('./BoardPage.tsx').then((module) => ({ default: module.BoardPage })),
  }),
  definePage({
    route: '/event-index',
    title: { zh: '海运事件管理', en: 'Sea events' },
    group: 'events',
    order: 20,
    roles: ['tenant-user', 'viewer'],
    dataPage: true,
    texts: ['events'],
    load: () => import('./EventsPage.tsx').then((module) => ({ default: module.EventsPage })),
  }),
  entityScreen('eventField', {
    route: '/event-field-index',
    title: { zh: '事件字段', en: 'Event fields' },
    group: 'eventProxy',
    order: 10,
    roles: ['tenant-user', 'configurator'],
    dataPage: true,
  }),
  definePage({
    route: '/event-item-index',
    title: { zh: '事件项', en: 'Event items' },
    group: 'eventProxy',
    order: 20,
    roles: ['tenant-user', 'configurator'],
    dataPage: true,
    texts: ['entity', 'entityImport', 'events'],
    load: () => import('./EventItemsPage.tsx').then((module) => ({ default: module.EventItemsPage })),
  }),
  entityScreen('eventItemType', {
    route: '/event-item-type-index',
    title: { zh: '事件项类型', en: 'Event item types' },
    group: 'eventProxy',
    order: 30,
    roles: ['tenant-user', 'configurator'],
    dataPage: true,
  }),
] as const;
