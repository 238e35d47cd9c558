import type { CallPath } from '../paths.ts';

const reports = ['/reports'] as const;

/** Calls of scheduled reports. */
export const reportPaths = {
  reportQuery: { method: 'POST', path: '/api/data/report/query', access: reports },
  reportRecipients: { method: 'GET', path: '/api/data/report/recipients', access: reports },
  reportSave: { method: 'POST', path: '/api/data/report/save', access: reports },
  reportDelete: { method: 'POST', path: '/api/data/report/delete', access: reports },
  reportSwitch: { method: 'POST', path: '/api/data/report/switch', access: reports },
  reportSend: { method: 'POST', path: '/api/data/report/send', access: reports },
  reportRuns: { method: 'GET', path: '/api/data/report/runs', access: reports },
  reportDownload: { method: 'GET', path: '/api/data/report/download', access: reports },
} as const satisfies Record<string, CallPath>;
