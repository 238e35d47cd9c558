import { definePage } from '#web/base/define-page.ts';

/** Detection rules: how each is set, what it found, and trying it on history. */
export const detectionRulesPage = definePage({
  route: '/detection-rules',
  title: { zh: '检测规则', en: 'Detection rules' },
  group: 'exceptions',
  order: 30,
  roles: ['tenant-user', 'viewer'],
  texts: ['chart', 'detectionRules'],
  load: () => import('./DetectionRulesPage.tsx').then((module) => ({ default: module.DetectionRulesPage })),
});
