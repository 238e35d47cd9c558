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
  load: 'Last 24 hours',
  loadText: '{{jobs}} {{jobs, plural(one: job; other: jobs)}}, {{faulted}} faulted, {{percent}}% busy',
  environmentLoad: 'Load',
  environmentText:
    '{{pending}} waiting, {{running}} running; 24 h: {{jobs}} {{jobs, plural(one: job; other: jobs)}}, {{faulted}} faulted',
  agent: 'Agent',
  host: 'Host',
  remoteRobots: 'Remote, {{count}} {{count, plural(one: robot; other: robots)}}',
  key: 'Create key',
  keyTitle: 'Create a new key for the robot "{{name}}"?',
  keyContent: 'The previous key becomes invalid at once, and its agent goes offline.',
  keyFailed: 'The key could not be created',
  keyOnce: 'The key is shown only once. Save it now.',
  keyDialog: 'Key of the robot',
  command: "Run on the robot's machine:",
  noKey: 'No key',
  draining: '(no new jobs)',
  robotsIn: 'Robots',
  robotCount: '{{count}} {{count, plural(one: robot; other: robots)}}',
  processCount: '{{count}} {{count, plural(one: process; other: processes)}}',
  robotsFailed: 'The robots of the environment could not be changed',
  processesOf: 'Processes',
  isDefault: 'Default',
};
