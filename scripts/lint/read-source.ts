import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { type ESTree, parseSync } from 'vite';

/** One import or re-export: the specifier as written, the project file it leads to (if any), and the line. */
export type ImportOf = { specifier: string; target: string | undefined; typeOnly: boolean; line: number };

/** A parsed source file; `path` is relative to the root of the project, with forward slashes. */
export type SourceFile = {
  path: string;
  text: string;
  imports: ImportOf[];
  defaultExport: boolean;
  /** Imports and exports as the parser found them. */
  module: ReturnType<typeof parseSync>['module'];
  program: ESTree.Program;
};

/** A broken rule of our own. */
export type Finding = { path: string; line: number; message: string };

/** The root folder of the project. */
export const root = dirname(dirname(import.meta.dirname));

const folders = ['src', 'scripts', 'bench', 'e2e'];

/** The line of an offset, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The file a specifier leads to, relative to the root; undefined for packages. */
function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const alias = /^#([a-z]+)\/(.*)$/.exec(specifier);
  if (alias === null) return undefined;
  return alias[1] === 'generated' ? `generated/${alias[2]}` : `src/${alias[1]}/${alias[2]}`;
}

/** Parses one file. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const importOf = (specifier: string, offset: number, typeOnly: boolean): ImportOf => ({
    specifier,
    target: resolveSpecifier(path, specifier),
    typeOnly,
    line: lineAt(text, offset),
  });
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) =>
      importOf(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [importOf(moduleRequest.value, start, isType)],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const [, , specifier] = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
      return specifier === undefined ? [] : [importOf(specifier, start, false)];
    }),
  ];
  const defaultExport = module.staticExports.some(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default'),
  );
  return { path, text, imports, defaultExport, module, program };
}

/** Every TypeScript source file of the project. */
export function readSources(): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
      .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8'))),
  );
}
