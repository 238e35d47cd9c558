import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isWorld = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').includes('startWorldThread(');

/**
 * Vitest begins with the files that took longest last time, and on a new machine with the largest. Days of the simulated world are short files
 * that take longest of all: begun late, one of two workers would wait for them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const world = new Set(sorted.filter(isWorld));
    return [...world, ...sorted.filter((file) => !world.has(file))];
  }
}
