export * from './api.ts';
export type { CallOptions, ClientOptions, Page } from './caller.ts';
export * from './errors.ts';
export { followEvents, type FollowOptions } from './follow.ts';
