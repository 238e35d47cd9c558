// Lets the world of the journeys run ahead once, in the folder that is named: products of several runs begin with a copy of it.
import { enoughExceptions, untilFilled, worldSeed } from './filled.ts';
import { startProduct } from './product.ts';

const [dataDir = ''] = process.argv.slice(2);
if (dataDir === '') throw new Error('no folder is named');
const product = await startProduct({ SIMULATOR_SEED: worldSeed, DATA_DIR: dataDir });
try {
  await untilFilled(product.url, enoughExceptions);
} finally {
  await product.stop();
}
