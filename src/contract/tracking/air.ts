import { trackedNumbers } from './tracked-numbers.ts';
import { defineCalls } from '../call.ts';

/** Calls of the pages of air cargo besides their lists. */
export const airCalls = defineCalls({
  airSubscribe: {
    method: 'POST',
    path: '/api/data/airTrace/subscribe',
    access: ['/air-trace-index'],
    summary: { zh: '订阅空运单（最多 10 个）', en: 'Track up to 10 air waybills' },
    ...trackedNumbers,
  },
});
