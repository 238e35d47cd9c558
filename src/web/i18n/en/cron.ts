import type { Messages } from '../messages.ts';
import type { cron as zh } from '../zh/cron.ts';

export const cron: Messages<typeof zh> = {
  next: 'Next runs ({{zone}})',
};
