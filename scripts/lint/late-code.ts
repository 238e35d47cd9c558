import { type Finding, lineAt, type SourceFile } from './read-source.ts';

/** Where code that comes later is fetched, so that a failure can be forgotten and tried again. */
const allowed = 'src/web/kit/fetched.tsx';

/** React's own `lazy` remembers a failure for as long as the page stays open: the house has `fetched` and `late`. */
export function checkLateCode({ path, text, module }: SourceFile): Finding[] {
  if (path === allowed || /\.test\.tsx?$/.test(path)) return [];
  return module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === 'react')
    .flatMap(({ entries }) =>
      entries
        .filter(({ importName }) => importName.name === 'lazy')
        .map(({ importName }) => ({
          path,
          line: lineAt(text, importName.start ?? 0),
          message: 'lazy of React remembers failures: use fetched or late',
        })),
    );
}
