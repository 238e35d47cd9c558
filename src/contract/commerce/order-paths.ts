import type { CallPath } from '../paths.ts';

const access = ['/oms-index', '/oms-movement-detail', '/oms-movement-xbm-detail', '/oms-ais'] as const;
const at = (name: string): string => `/api/data/order/${name}`;

/** Calls about orders, besides their list. */
export const orderPaths = {
  orderGet: { method: 'GET', path: at('get'), access },
  orderVessels: { method: 'GET', path: at('vessels'), access },
  orderTie: { method: 'POST', path: at('tie'), access },
  orderUntie: { method: 'POST', path: at('untie'), access },
  orderDocumentUpload: { method: 'POST', path: at('document/upload'), access },
  orderDocumentDownload: { method: 'GET', path: at('document/download'), access },
  orderDocumentRemove: { method: 'POST', path: at('document/remove'), access },
} as const satisfies Record<string, CallPath>;
