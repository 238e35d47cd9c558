import { openTests, type Verdict } from './changed-tests.ts';
import { type Fault, withFault } from './faults.ts';
import { textOf } from './mutants.ts';

/** What became of a fault: `seenBy` are the tests that failed, `problem` says why it proves nothing. */
export type Trial = { name: string; seenBy: readonly string[]; problem?: string };

const sound = ({ passed, failed, errors }: Verdict): boolean => passed > 0 && failed.length + errors.length === 0;

/** Runs the tests of a fault without it, which must pass, and with it. */
async function tryFault(fault: Fault): Promise<Trial> {
  const { name, file, project, tests } = fault;
  const text = withFault(fault, textOf(file));
  if (text === undefined) return { name, seenBy: [], problem: `does not fit ${file} any more` };
  const opened = await openTests(project, tests);
  try {
    if (!sound(await opened.run())) return { name, seenBy: [], problem: 'its tests fail without it' };
    const { failed, errors } = await opened.run({ path: file, text });
    if (failed.length > 0) return { name, seenBy: failed };
    return { name, seenBy: [], problem: errors.length > 0 ? `no test ran: ${errors[0]}` : 'no test saw it' };
  } finally {
    await opened.close();
  }
}

/** Tries faults one after the other; each is reported as soon as it is known. */
export async function tryFaults(faults: readonly Fault[], report: (trial: Trial) => void): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const fault of faults) {
    const trial = await tryFault(fault);
    report(trial);
    trials.push(trial);
  }
  return trials;
}
