import type { Messages } from '../messages.ts';
import type { nav as zh } from '../zh/nav.ts';

/** Names of the groups of the sidebar. */
export const nav: Messages<typeof zh> = {
  group: {
    capacity: 'Capacity plan',
    supplyChain: 'Full supply chain',
    tracking: 'Cargo tracking',
    location: 'Location service',
    events: 'Event management',
    risk: 'Risk analysis',
    exceptions: 'Exception management',
    eventProxy: 'Event proxy',
    freight: 'Freight and booking',
    automation: 'Automation',
    configuration: 'Configuration',
    masterData: 'Master data',
    system: 'System',
    home: 'Workbench',
    detail: 'Details',
  },
};
