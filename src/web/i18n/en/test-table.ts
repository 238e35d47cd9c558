import type { Messages } from '../messages.ts';
import type { testTable as zh } from '../zh/test-table.ts';

/** The table widget with sample rows. */
export const testTable: Messages<typeof zh> = {
  title: 'Berths (sample data)',
  column: {
    berth: 'Berth',
    terminal: 'Terminal',
    portName: 'Port',
    depthM: 'Depth (m)',
    craneCount: 'Cranes',
    inUse: 'In use',
    builtYear: 'Built',
    note: 'Note',
  },
};
