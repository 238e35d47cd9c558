/** Loads the data of the benchmarks ahead of them: `node bench/load.ts [--small]`. */
import { fullSize, openLoadedPostgres, smallSize } from './data/open-data.ts';

const server = await openLoadedPostgres(process.argv.includes('--small') ? smallSize : fullSize, (text) =>
  console.log(text),
);
await server?.stop();
