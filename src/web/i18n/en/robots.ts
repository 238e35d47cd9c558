import type { Messages } from '../messages.ts';
import type { robots as zh } from '../zh/robots.ts';

/** Robots and environments. */
export const robots: Messages<typeof zh> = {
  state: 'State',
  states: {
    Available: 'Available',
    Busy: 'Busy',
    Unresponsive: 'Unresponsive',
    Disconnected: 'Disconnected',
    Disabled: 'Disabled',
  },
  lastSeen: 'Last heartbeat',
  never: 'Never connected',
  jobs: 'Current jobs',
  agent: 'Agent',
  host: 'Host',
  remoteRobots: 'Remote, {{count}} {{count, plural(one: robot; other: robots)}}',
  key: 'Make key',
  keyTitle: 'Make a new key for the robot "{{name}}"?',
  keyContent: 'The key before ends at once, and the agent that uses it goes off line.',
  keyFailed: 'The key could not be made',
  keyOnce: 'The key is shown this once. Save it now.',
  keyDialog: 'Key of the robot',
  command: 'Run on the machine of the robot:',
  noKey: 'No key',
  draining: '(takes no more)',
  robotsIn: 'Robots',
  processesOf: 'Processes',
  isDefault: 'Default',
};
