import type { HttpModule } from './platform/http/index.ts';

/** The features that answer calls, besides sign-in, which every application has. */
export const httpModules: readonly HttpModule[] = [];
