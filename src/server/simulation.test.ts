import { expect, test } from 'vitest';
import { simulate } from '#testing/simulation.ts';

const { SIMULATION_SEED: seed = 'first', SIMULATION_DAYS = '1' } = process.env;
const days = Number(SIMULATION_DAYS);

test(
  `processes that end at any statement lose nothing and do nothing twice; the same seed ends the same: ${seed}, ${days} d`,
  {
    timeout: 3_600_000,
  },
  async () => {
    const again = `npm run simulate -- --seed ${seed} --days ${days}`;
    const undisturbed = await simulate({ seed, days, crashes: false });
    const { port } = undisturbed;
    const disturbed = await simulate({ seed, days, crashes: true, port });
    expect(disturbed.crashes, again).toBeGreaterThan(0);
    expect(disturbed.acts, again).toBeGreaterThan(0);
    expect(disturbed.effects['dead'], again).toEqual([]);
    expect(disturbed.effects, again).toEqual(undisturbed.effects);
    const repeated = await simulate({ seed, days, crashes: true, port });
    expect(repeated.tables, again).toEqual(disturbed.tables);
  },
);
