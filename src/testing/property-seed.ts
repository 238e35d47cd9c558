import fc from 'fast-check';

/**
 * Property tests take the same inputs at each run, so that a change is not refused for a fault that is older. `npm test -- --full` takes new
 * ones; a property that fails prints its seed, and `LAW_SEED` in the environment tries it again with that one.
 */
const seed = process.env['LAW_SEED'] ?? (process.env['TEST_FULL'] === undefined ? '20261129' : undefined);
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
