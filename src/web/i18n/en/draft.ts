import type { Messages } from '#web/i18n/messages.ts';
import type { draft as zh } from '../zh/draft.ts';

export const draft: Messages<typeof zh> = {
  earlier: 'What you entered on {{time}} has not been saved.',
  outdated: 'Somebody has changed this data since; you choose field by field.',
  takeUp: 'Continue with it',
  giveUp: 'Discard it',
};
