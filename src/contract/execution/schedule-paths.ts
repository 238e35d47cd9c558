import type { CallPath } from '../paths.ts';

const scheduleMenus = ['/schedule'] as const;

/** Starting and stopping schedules, and what would run. */
export const schedulePaths = {
  scheduleAct: { method: 'POST', path: '/api/product/schedule/act', access: scheduleMenus },
  schedulePreview: { method: 'POST', path: '/api/product/schedule/preview', access: scheduleMenus },
  scheduleOutlook: { method: 'GET', path: '/api/product/schedule/outlook', access: ['/schedule-outlook', '/schedule'] },
} as const satisfies Record<string, CallPath>;
