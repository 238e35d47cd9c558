import type { Finding, SourceFile } from './read-source.ts';
import { lineAt, resolveSpecifier } from './read-source.ts';

/** What tools load by its path and call by name. */
const loadedByTools: ReadonlySet<string> = new Set(['src/testing/setup-embedded.ts setup']);

/** What a file takes from another one by name; undefined: all of it. */
type Taken = { target: string; name: string | undefined };

/** Names taken by imports and re-exports that stand in the file. */
function takenByName({ path, module }: SourceFile): Taken[] {
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ specifier: moduleRequest.value, name: importName.name ?? undefined })),
  );
  const again = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName }) =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, name: importName.name ?? undefined }],
    ),
  );
  return [...imports, ...again].flatMap(({ specifier, name }) => {
    const target = resolveSpecifier(path, specifier);
    return target === undefined ? [] : [{ target, name }];
  });
}

const wholeImport = /import\(\s*(['"])(.+?)\1\s*,?\s*\)/g;

/** Files taken whole, at run time or as a type: `import('./x.ts')`. Every word beside it may be a name of theirs. */
const takenWhole = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(wholeImport)].flatMap((match) => resolveSpecifier(path, match[2] as string) ?? []);

const mentions = (text: string, name: string): number =>
  text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0;

/**
 * Exports that no other file imports, those of `others` included: what is dead, and what need not be exported. A type that
 * its own file uses is left alone: it says what an exported function takes or gives.
 */
export function checkUnusedExports(files: readonly SourceFile[], others: readonly SourceFile[] = []): Finding[] {
  const named = new Set<string>();
  const takers = new Map<string, string[]>();
  for (const file of [...files, ...others]) {
    const whole = takenWhole(file);
    for (const { target, name } of takenByName(file)) {
      if (name === undefined) whole.push(target);
      else named.add(`${target} ${name}`);
    }
    for (const target of whole) takers.set(target, [...(takers.get(target) ?? []), file.text]);
  }
  const isUsed = (path: string, name: string): boolean =>
    named.has(`${path} ${name}`) ||
    loadedByTools.has(`${path} ${name}`) ||
    (takers.get(path) ?? []).some((text) => mentions(text, name) > 0);
  return files.flatMap(({ path, text, module }) =>
    module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ exportName: { name }, isType, moduleRequest }) => {
        if (name === null || name === 'default' || isUsed(path, name)) return [];
        if (isType && moduleRequest === null && mentions(text, name) > 1) return [];
        return [{ path, line: lineAt(text, start), message: `${name} is exported, but no other file imports it` }];
      }),
    ),
  );
}
