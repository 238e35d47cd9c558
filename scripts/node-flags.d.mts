export const launchFlags: readonly string[];
export const memoryFlags: readonly string[];
export const memoryDefaults: Readonly<Record<string, string>>;
export const memoryEnvironment: Readonly<Record<string, string>>;
