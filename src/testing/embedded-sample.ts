import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

type TestFile = { path: string; text: string };

const root = path.resolve(import.meta.dirname, '../..');

/** Tests of the databases themselves: transactions, migrations, backup, a full disk. */
const enginePart = 'src/server/platform/db/';

/** Tests whose cases come from declarations or from the contract: on the embedded database they try as few as show every trait. */
const isGenerated = ({ text }: TestFile): boolean => /\b(?:casesHere|entitiesHere|fieldsToTry)\(?\b/.test(text);

/** The module that a file tests: that of `modules/`, else its folder. */
const moduleOf = ({ path: file }: TestFile): string =>
  /^src\/server\/modules\/[^/]+\/[^/]+/.exec(file)?.[0] ?? path.posix.dirname(file);

/** The file that is named like its module, else the longest: the one that is expected to try most of its statements. */
function mainFile(module: string, files: readonly TestFile[]): TestFile | undefined {
  const named = files.find((file) => file.path === `${module}/${path.posix.basename(module)}.db.test.ts`);
  return named ?? files.toSorted((a, b) => b.text.length - a.text.length)[0];
}

/**
 * The database tests that run on the embedded database when all of them run on PostgreSQL: those of the databases themselves, generated
 * ones, and one file of each module, so that the statements of every module run there too.
 */
export function chooseForEmbedded(files: readonly TestFile[]): string[] {
  const chosen = new Set(files.filter((file) => file.path.startsWith(enginePart) || isGenerated(file)));
  for (const [module, own] of Map.groupBy(files, moduleOf)) {
    const main = mainFile(module, own);
    if (main !== undefined && !own.some((file) => chosen.has(file))) chosen.add(main);
  }
  return files.filter((file) => chosen.has(file)).map((file) => file.path);
}

/** The sample of the files in this project. */
export const embeddedSample = (): string[] =>
  chooseForEmbedded(
    globSync('src/**/*.db.test.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
      .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') })),
  );
