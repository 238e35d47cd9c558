import type { CallPath } from '../paths.ts';

/** Calls about jobs and robots; agents themselves show the key of their robot, see robot-protocol-paths.ts. */
export const jobPaths = {
  jobQuery: { method: 'POST', path: '/api/product/job/query', access: 'session' },
  jobBoard: { method: 'GET', path: '/api/product/job/board', access: 'session' },
  jobGet: { method: 'GET', path: '/api/product/job/get', access: 'session' },
  jobLog: { method: 'POST', path: '/api/product/job/log', access: 'session' },
  jobArtifact: { method: 'GET', path: '/api/product/job/artifact', access: 'session' },
  jobRun: { method: 'POST', path: '/api/product/job/run', access: ['/job', '/process'] },
  jobRunMany: { method: 'POST', path: '/api/product/job/runMany', access: ['/job', '/process'] },
  jobAct: { method: 'POST', path: '/api/product/job/act', access: ['/job'] },
  jobBulkRuns: { method: 'GET', path: '/api/product/job/bulkRuns', access: ['/job', '/process'] },
  jobBulkResults: { method: 'POST', path: '/api/product/job/bulkResults', access: ['/job', '/process'] },
  jobBulkCancel: { method: 'POST', path: '/api/product/job/bulkCancel', access: ['/job', '/process'] },
  jobResume: { method: 'POST', path: '/api/product/job/resume', access: ['/job'] },
  jobConfirm: { method: 'POST', path: '/api/product/job/confirm', access: ['/job'] },
} as const satisfies Record<string, CallPath>;
