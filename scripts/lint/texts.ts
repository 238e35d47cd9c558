import { type ESTree, Visitor } from 'vite';
import { nameOfTexts } from '../web-texts.ts';
import { type Finding, lineAt, type SourceFile } from './read-source.ts';

/** Files of texts that put those of others into one chunk. */
const isJoin = (path: string): boolean => /^src\/web\/app\/[\w-]+\.texts\.ts$/.test(path);

/** The object that a constant is set to, without `as const satisfies …`. */
function objectOf(node: ESTree.Expression | null): ESTree.ObjectExpression | undefined {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return objectOf(node.expression);
  return node?.type === 'ObjectExpression' ? node : undefined;
}

const isPlain = (node: ESTree.Expression): boolean => node.type === 'Literal' && typeof node.value === 'string';

/** What is not a group and not a pair of plain texts; the build can split nothing else. */
function wrongIn(object: ESTree.ObjectExpression): number[] {
  return object.properties.flatMap((property) => {
    // What other places have too comes from a declaration.
    if (property.type === 'SpreadElement' || property.value.type === 'Identifier') return [];
    const group = objectOf(property.value);
    if (group === undefined) return [property.start];
    const keys = group.properties.map((one) =>
      one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : '',
    );
    if (!keys.includes('zh') && !keys.includes('en')) return wrongIn(group);
    const isPair = keys.join() === 'zh,en';
    const isText = group.properties.every((one) => one.type === 'Property' && isPlain(one.value));
    return isPair && isText ? [] : [property.start];
  });
}

function checkTextFile({ path, text, program }: SourceFile): Finding[] {
  const name = nameOfTexts(path);
  const declared = program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration'
      ? node.declaration.declarations
      : [],
  );
  const [first] = declared;
  const object = objectOf(first?.init ?? null);
  if (declared.length !== 1 || first?.id.type !== 'Identifier' || first.id.name !== name || object === undefined)
    return [{ path, line: 1, message: `a file of texts exports one object, ${name}` }];
  return wrongIn(object).map((start) => ({
    path,
    line: lineAt(text, start),
    message: 'a text is a pair of plain strings: { zh, en }',
  }));
}

/**
 * Texts of the browser stand in `*.texts.ts` beside what shows them, as pairs that the build splits by language. Code takes them
 * by their keys: an import would bring both languages to every browser.
 */
export function checkTextFiles(file: SourceFile): Finding[] {
  const { path, imports } = file;
  if (!path.startsWith('src/web/') || /\.test\.tsx?$/.test(path)) return [];
  if (/^src\/web\/i18n\/(?:zh|en)\//.test(path))
    return [{ path, line: 1, message: 'texts stand as pairs in a *.texts.ts beside what shows them' }];
  if (isJoin(path)) return [];
  if (path.endsWith('.texts.ts')) return checkTextFile(file);
  return imports
    .filter(({ specifier, typeOnly }) => specifier.endsWith('.texts.ts') && !typeOnly)
    .map(({ line }) => ({ path, line, message: 'texts are taken by their keys; import only types of a *.texts.ts' }));
}

const isLangTest = (node: ESTree.Expression): boolean =>
  node.type === 'BinaryExpression' &&
  node.operator === '===' &&
  node.right.type === 'Literal' &&
  (node.right.value === 'zh' || node.right.value === 'en');

const isWritten = (node: ESTree.Expression): boolean => node.type === 'Literal' || node.type === 'TemplateLiteral';

/** A text that is chosen by a condition on the language: it is a pair, of which the language is taken. */
export function checkChosenTexts({ path, text, program }: SourceFile): Finding[] {
  if (!/^src\/(?!testing\/|simulator\/)/.test(path) || /\.test\.tsx?$/.test(path)) return [];
  const found: Finding[] = [];
  new Visitor({
    ConditionalExpression: ({ start, end, test, consequent, alternate }) => {
      const branches = [consequent, alternate];
      if (!isLangTest(test) || !branches.every(isWritten) || !/\p{Script=Han}/u.test(text.slice(start, end))) return;
      // The name of a language is in that language.
      if (branches.some((one) => one.type === 'Literal' && one.value === '中文')) return;
      found.push({ path, line: lineAt(text, start), message: "a text is a pair: both('…', '…')[lang]" });
    },
  }).visit(program);
  return found;
}
