import type { ListChoice } from '#shared/list/declare.ts';

/** How bad an exception is, the worst first. */
export const severityNames = {
  high: { zh: '严重', en: 'High' },
  medium: { zh: '一般', en: 'Medium' },
  low: { zh: '轻微', en: 'Low' },
} as const satisfies Readonly<Record<string, ListChoice>>;
