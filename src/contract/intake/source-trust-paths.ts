import type { CallPath } from '../paths.ts';

const precedenceMenus = ['/fusion-precedence'] as const;
const portMenus = ['/unknown-ports'] as const;

/** Calls about which source is trusted, about ports nobody knows, and about making stored shipments again. */
export const truthPaths = {
  precedenceGet: { method: 'GET', path: '/api/product/fusionPrecedence/get', access: precedenceMenus },
  precedenceHistory: { method: 'GET', path: '/api/product/fusionPrecedence/history', access: precedenceMenus },
  precedencePreview: { method: 'POST', path: '/api/product/fusionPrecedence/preview', access: precedenceMenus },
  precedenceSave: { method: 'POST', path: '/api/product/fusionPrecedence/save', access: precedenceMenus },
  precedenceRestore: { method: 'POST', path: '/api/product/fusionPrecedence/restore', access: precedenceMenus },
  precedenceRefuse: { method: 'POST', path: '/api/product/fusionPrecedence/refuse', access: precedenceMenus },
  sourceScoreQuery: { method: 'POST', path: '/api/product/sourceScore/query', access: ['/source-scores'] },
  refusionCancel: {
    method: 'POST',
    path: '/api/product/refusionRun/cancel',
    access: ['/fusion-precedence', '/unknown-ports'],
  },

  unknownPortQuery: { method: 'POST', path: '/api/product/unknownPort/query', access: portMenus },
  unknownPortGet: { method: 'GET', path: '/api/product/unknownPort/get', access: portMenus },
  unknownPortMap: { method: 'POST', path: '/api/product/unknownPort/map', access: portMenus },
  unknownPortUnmap: { method: 'POST', path: '/api/product/unknownPort/unmap', access: portMenus },
} as const satisfies Record<string, CallPath>;
