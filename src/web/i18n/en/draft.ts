import type { Messages } from '#web/i18n/messages.ts';
import type { draft as zh } from '../zh/draft.ts';

export const draft: Messages<typeof zh> = {
  earlier: 'What you entered on {{time}} has not been saved.',
  outdated: 'This data has changed since; you can choose field by field.',
  takeUp: 'Restore it',
  giveUp: 'Discard it',
  conflict: 'Somebody else has saved this while you were editing.',
  loadTheirs: 'Load the current data',
  keepMine: 'Keep my changes',
};
