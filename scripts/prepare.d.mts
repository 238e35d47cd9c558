export const webSources: readonly string[];
export const serverSources: readonly string[];
export function ensureDependencies(): void;
export function ensureWeb(): void;
export function serverEntry(): string;
