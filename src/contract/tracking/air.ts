import { trackedNumbers } from './tracked-numbers.ts';
import { defineCalls } from '../call.ts';

export const airCalls = defineCalls({
  airSubscribe: {
    summary: { zh: '订阅空运单（最多 10 个）', en: 'Track up to 10 air waybills' },
    ...trackedNumbers,
  },
});
