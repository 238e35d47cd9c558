/**
 * How long a test waits for what comes by itself, and how often it looks: long enough for a machine that does much besides, and tried
 * often, as it usually comes at once. Without it `vi.waitFor` gives up after one second.
 */
export const soon = { timeout: 30_000, interval: 10 };
