import type { Messages } from '#web/i18n/messages.ts';
import type { inbox as zh } from '../zh/inbox.ts';

export const inbox: Messages<typeof zh> = {
  title: 'Messages',
  label: 'Messages, {{count}} unread',
  empty: 'There are no messages',
  open: 'Open',
  read: 'Mark as read',
  readAll: 'Mark all as read',
  failed: 'Marking failed',
};
