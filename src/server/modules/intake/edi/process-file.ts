import type { EdiMessage, FileProblem } from '#server/connectors/edifact/index.ts';
import { readEdifact } from '#server/connectors/edifact/index.ts';
import { readFileParts } from './file-store.ts';
import { addInterchangeProblems, findFile, finishFile, hasMessage } from './message-queries.ts';
import { takeMessage, notifyBrowsers } from './take-message.ts';
import type { EdiDeps } from './types.ts';

/** How a file came out. */
export type ProcessedFile = { messages: number; refused: number; problems: FileProblem[] };

/** Ordinals of the messages of each interchange, a bounded number of them. */
const MAX_ORDINALS = 10_000;

const isOfInterchange = (one: FileProblem): one is FileProblem & { interchange: number } => one.interchange !== null;

/**
 * Reads all messages of a kept file and takes them one by one, each in a transaction of its own. A file that was
 * interrupted goes on where it was; one that was read is left alone.
 */
export async function processFile(deps: EdiDeps, fileId: number): Promise<ProcessedFile> {
  const { database } = deps;
  const result: ProcessedFile = { messages: 0, refused: 0, problems: [] };
  const file = await findFile(database, fileId);
  if (file === undefined || file.state !== 'received') return result;
  const ordinals = new Map<number, number[]>();
  const summary = await readEdifact(readFileParts(database, fileId), async (message: EdiMessage) => {
    result.messages += 1;
    const own = ordinals.get(message.interchange.serial) ?? [];
    if (own.length < MAX_ORDINALS)
      ordinals.set(message.interchange.serial, [...own.slice(-MAX_ORDINALS), message.ordinal]);
    if (await hasMessage(database, fileId, message.ordinal)) return;
    const taken = await takeMessage(deps, file, message, { isForced: false });
    if (taken.state === 'refused') result.refused += 1;
  });
  result.problems = summary.problems;
  await database.transaction(async () => {
    const byInterchange = Map.groupBy(summary.problems.filter(isOfInterchange), ({ interchange }) => interchange);
    for (const [serial, problems] of byInterchange) {
      await addInterchangeProblems(
        database,
        fileId,
        ordinals.get(serial) ?? [],
        problems.map(({ problem }) => problem),
      );
    }
    const problems = summary.problems.map(({ problem }) => problem);
    await finishFile(database, {
      id: fileId,
      problems,
      problemCount: summary.problemCount,
      isEmpty: summary.messages === 0,
      reasons: [...new Set(problems.map(({ code }) => code))],
      now: deps.clock.now(),
    });
    await notifyBrowsers(deps, file.tenant_id);
  });
  return result;
}
