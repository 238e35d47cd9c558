import type { CallPath } from '../paths.ts';

/** Calls that the agents of robots make, with the key of their robot; docs/robot-protocol.md tells them. */
export const robotProtocolPaths = {
  robotRegister: { method: 'POST', path: '/api/robot/v1/register', access: 'public' },
  robotHeartbeat: { method: 'POST', path: '/api/robot/v1/heartbeat', access: 'public' },
  robotLease: { method: 'POST', path: '/api/robot/v1/lease', access: 'public' },
  robotLog: { method: 'POST', path: '/api/robot/v1/log', access: 'public' },
  robotArtifact: { method: 'POST', path: '/api/robot/v1/artifact', access: 'public' },
  robotAsset: { method: 'POST', path: '/api/robot/v1/asset', access: 'public' },
  robotComplete: { method: 'POST', path: '/api/robot/v1/complete', access: 'public' },
  robotDisconnect: { method: 'POST', path: '/api/robot/v1/disconnect', access: 'public' },
  robotStates: { method: 'GET', path: '/api/product/robot/states', access: ['/robot', '/environment', '/job'] },
  robotKey: { method: 'POST', path: '/api/product/robot/key', access: ['/robot'] },
  environmentRobots: { method: 'POST', path: '/api/product/environment/robots', access: ['/environment'] },
  environmentUse: { method: 'GET', path: '/api/product/environment/use', access: ['/environment', '/robot'] },
} as const satisfies Record<string, CallPath>;
