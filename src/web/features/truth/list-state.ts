import type { SearchField } from '#web/kit/search/search-values.ts';

/** The filters of unknown ports in the order of the form. */
export const portFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'state', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** What an unknown port may be by now. */
export const portStates = ['open', 'mapped', 'not_port'] as const;
