import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { healKnownPorts } from './port-work.ts';

/** Making shipments again whose ports are known now. */
export const unknownPortTasks = (deps: Parameters<typeof healKnownPorts>[0]): BackgroundModule => ({
  tasks: [],
  chores: [{ name: 'known ports', run: () => healKnownPorts(deps) }],
});
