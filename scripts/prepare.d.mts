export const webSources: readonly string[];
export const serverSources: readonly string[];
export function ensureDependencies(): Promise<void>;
export function ensureWeb(): Promise<void>;
/** The folder of the build. */
export function ensureServer(): string;
export function serverEntry(): string;
