export { uipathClient, type UipathClient } from './client.ts';
export { statusOf } from './states.ts';
export type { RemoteSettings } from './transport.ts';
export { RemoteFailure, type RemoteJob, type RemoteReason } from './types.ts';
