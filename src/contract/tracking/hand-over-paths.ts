import type { CallPath } from '../paths.ts';

const access = ['/exception-manage'] as const;

/** Calls of the hand-over of a shift. */
export const handOverPaths = {
  handOverGet: { method: 'GET', path: '/api/data/handOver/get', access },
  handOverSend: { method: 'POST', path: '/api/data/handOver/send', access },
} as const satisfies Record<string, CallPath>;
