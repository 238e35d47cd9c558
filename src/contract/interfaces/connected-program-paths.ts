import type { CallPath } from '../paths.ts';

/** Programs that people connect by OAuth. */
export const connectedProgramPaths = {
  connectRequest: { method: 'GET', path: '/api/auth/connect/request', access: 'session' },
  connectAllow: { method: 'POST', path: '/api/auth/connect/allow', access: 'session' },
  connectDeny: { method: 'POST', path: '/api/auth/connect/deny', access: 'session' },
  connectedPrograms: { method: 'GET', path: '/api/auth/account/programs', access: 'session' },
  connectedProgramEnd: { method: 'POST', path: '/api/auth/account/endProgram', access: 'session' },
  connectedProgramQuery: { method: 'GET', path: '/api/data-center/connectedProgram/query', access: ['/integrations'] },
  connectedProgramRevoke: {
    method: 'POST',
    path: '/api/data-center/connectedProgram/revoke',
    access: ['/integrations'],
  },
} as const satisfies Record<string, CallPath>;
