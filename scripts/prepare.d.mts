export const webSources: readonly string[];
export const workerSources: readonly string[];
export function ensureDependencies(): void;
export function ensureWeb(): void;
export function workerEntry(): string;
