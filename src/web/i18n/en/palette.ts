import type { Messages } from '../messages.ts';
import type { palette as zh } from '../zh/palette.ts';

/** The field that leads anywhere (Ctrl+K). */
export const palette: Messages<typeof zh> = {
  title: 'Find a bill, container or page',
  placeholder: 'Page, bill, container, user or action',
  kind: { today: 'Needs you today', shipment: 'Bills and containers', page: 'Pages', action: 'Actions', user: 'Users' },
  trace: 'Shipment',
  subscription: 'Subscription (no data yet)',
  track: 'Track {{number}}',
  untracked: 'Not tracked yet',
  theirExceptions: 'Exceptions',
  sidebar: 'Collapse or expand the sidebar',
  looking: 'Searching…',
  nothing: 'Nothing found. Enter complete bill or container numbers.',
};
