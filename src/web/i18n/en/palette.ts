import type { Messages } from '../messages.ts';
import type { palette as zh } from '../zh/palette.ts';

/** The field that leads anywhere (Ctrl+K). */
export const palette: Messages<typeof zh> = {
  title: 'Go to',
  placeholder: 'Page, bill, container, user or action',
  kind: { shipment: 'Bills and containers', page: 'Pages', action: 'Actions', user: 'Users' },
  trace: 'Shipment',
  subscription: 'Subscription (no data yet)',
  theirExceptions: 'Exceptions',
  sidebar: 'Collapse or expand the sidebar',
  looking: 'Searching…',
  nothing: 'Nothing found. Enter complete bill or container numbers.',
};
