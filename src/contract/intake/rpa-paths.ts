import type { CallPath } from '../paths.ts';

const rpaMenus = ['/robot-answers'] as const;

/** Calls about what robots bring; robots themselves show a key of their own, like carriers their signature. */
export const rpaPaths = {
  rpaAnswer: { method: 'POST', path: '/api/data-center/rpa/answers', access: 'public' },
  rpaRequests: { method: 'POST', path: '/api/data-center/rpa/requests', access: 'public' },
  rpaParsers: { method: 'GET', path: '/api/data-center/rpa/parser/query', access: rpaMenus },
  rpaSites: { method: 'GET', path: '/api/data-center/rpa/site/query', access: rpaMenus },
  rpaSiteConfirm: { method: 'POST', path: '/api/data-center/rpa/site/confirm', access: rpaMenus },
  rpaSiteWithdraw: { method: 'POST', path: '/api/data-center/rpa/site/withdraw', access: rpaMenus },
  rpaRelease: { method: 'POST', path: '/api/data-center/rpa/parser/release', access: rpaMenus },
  rpaTry: { method: 'POST', path: '/api/data-center/rpa/parser/tryIt', access: rpaMenus },
  rpaReaderLook: { method: 'POST', path: '/api/data-center/rpa/reader/look', access: rpaMenus },
  rpaReaderPreview: { method: 'POST', path: '/api/data-center/rpa/reader/preview', access: rpaMenus },
  rpaReaderGet: { method: 'GET', path: '/api/data-center/rpa/reader/get', access: rpaMenus },
  rpaReaderSave: { method: 'POST', path: '/api/data-center/rpa/reader/save', access: rpaMenus },
  rpaReaderRemove: { method: 'POST', path: '/api/data-center/rpa/reader/remove', access: rpaMenus },
  rpaRuns: { method: 'GET', path: '/api/data-center/rpa/run/query', access: rpaMenus },
  rpaDifferences: { method: 'POST', path: '/api/data-center/rpa/run/differences', access: rpaMenus },
  rpaAnswerQuery: { method: 'POST', path: '/api/data-center/rpa/answer/query', access: rpaMenus },
  rpaAnswerGet: { method: 'GET', path: '/api/data-center/rpa/answer/get', access: rpaMenus },
  rpaKeyQuery: { method: 'GET', path: '/api/data-center/rpa/key/query', access: rpaMenus },
  rpaKeyInsert: { method: 'POST', path: '/api/data-center/rpa/key/insert', access: rpaMenus },
  rpaKeyRevoke: { method: 'POST', path: '/api/data-center/rpa/key/revoke', access: rpaMenus },
} as const satisfies Record<string, CallPath>;
