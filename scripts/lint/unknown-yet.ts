import { type Finding, lineAt, type SourceFile } from './read-source.ts';

/** Names of lists that are empty until the answer of a call has come. */
const lists = /const (\w+)(?:: [\w<>'[\]]+)? = [^;\n]*\bdata\??(?:\.\w+)? \?\? \[\]/g;

/** What a screen shows of an answer that has not come: a count of 0, or words for nothing. */
const shown: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/\bcount: [\w.]*\bdata\?\.[\w.]+ \?\? 0/g, 'the count of an answer that may not have come: show none before'],
  [/\bemptyText: </g, 'a table that may be loading says that it is empty'],
];

/** Not known yet is not nothing: no screen says "0" or "nothing" before the first answer has come. */
export function checkUnknownYet({ path, text }: SourceFile): Finding[] {
  if (!/^src\/web\/.*\.tsx$/.test(path) || path.endsWith('.test.tsx')) return [];
  const mayLoad = text.includes(' loading={query.');
  const named = [...text.matchAll(lists)].flatMap(({ 1: name = '' }) => {
    const index = text.indexOf(`{${name}.length === 0 &&`);
    const line = text.slice(index, text.indexOf('\n', index));
    return index < 0 || /isPending|isSuccess|isLoading/.test(line)
      ? []
      : [{ path, line: lineAt(text, index), message: `${name} is empty until the answer has come` }];
  });
  return [
    ...named,
    ...shown.flatMap(([pattern, message]) =>
      [...text.matchAll(pattern)]
        .filter(({ 0: found }) => found !== 'emptyText: <' || mayLoad)
        .map(({ index }) => ({ path, line: lineAt(text, index), message })),
    ),
  ];
}
