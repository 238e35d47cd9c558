import { definePage } from '#web/app/page.ts';

/** Detection rules: how each is set, what it found, and trying it on history. */
export const detectionRulesPage = definePage({
  route: '/detection-rules',
  texts: ['detectionRules'],
  load: () => import('./DetectionRulesPage.tsx').then((module) => ({ default: module.DetectionRulesPage })),
});
