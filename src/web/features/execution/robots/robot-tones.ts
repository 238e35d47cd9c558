import type { CallData } from '#contract/index.ts';
import type { Tone } from '#web/kit/value/StatusTag.tsx';

/** How states of robots are shown. */
export const robotTones: Readonly<Record<CallData<'robotStates'>[number]['state'], Tone>> = {
  Available: 'ok',
  Busy: 'info',
  Unresponsive: 'danger',
  Disconnected: 'warn',
  Disabled: 'neutral',
};
