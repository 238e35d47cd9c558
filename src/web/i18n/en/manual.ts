import type { Messages } from '../messages.ts';
import type { manual as zh } from '../zh/manual.ts';

/** The manual. */
export const manual: Messages<typeof zh> = {
  title: 'User manual',
  contents: 'Contents',
};
