import { Visitor } from 'vite';
import { serverMessages } from '#shared/i18n/server-messages/index.ts';
import { inLanguage, textFiles } from '#testing/texts.ts';
import { flatten } from '#web/i18n/messages.ts';
import type { Finding, SourceFile } from './read-source.ts';

/** Texts by their dotted keys, and where they are written. */
export type TextFile = { path: string; keys: readonly string[] };

/** What sources say about keys: whole ones, and patterns of those that are put together from values. */
function mentionedIn(files: readonly SourceFile[]): { whole: ReadonlySet<string>; patterns: readonly RegExp[] } {
  const whole = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const file of files) {
    new Visitor({
      Literal: (node) => {
        if (typeof node.value === 'string') whole.add(node.value);
      },
      TemplateLiteral: (node) => {
        const parts = node.quasis.map(({ value }) => value.raw);
        const [first = ''] = parts;
        if (parts.length === 1) return void whole.add(first);
        // A pattern says at least the group it takes from; otherwise it would allow everything.
        if (!/^[A-Za-z]\w*\./.test(first)) return;
        const source = parts.map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`)).join('.+');
        patterns.set(source, new RegExp(`^${source}$`));
      },
    }).visit(file.program);
  }
  return { whole, patterns: [...patterns.values()] };
}

/** Texts that nothing shows: no source has the key as a whole, or a template such as `errors.${code}` that it fits. */
export function checkUnusedTexts(texts: readonly TextFile[], files: readonly SourceFile[]): Finding[] {
  const { whole, patterns } = mentionedIn(files);
  const isShown = (key: string): boolean => whole.has(key) || patterns.some((pattern) => pattern.test(key));
  return texts.flatMap(({ path, keys }) =>
    keys.filter((key) => !isShown(key)).map((key) => ({ path, line: 1, message: `nobody shows the text ${key}` })),
  );
}

const isTable = (path: string): boolean =>
  path.endsWith('.texts.ts') || /^src\/shared\/i18n\/server-messages\/(?!index\.)[^.]+\.ts$/.test(path);

/**
 * Texts of the product that nothing shows, those of the browser and of the server. A test that names a key keeps it: `specified.test.ts` lists those whose wording was given from outside.
 */
export function checkProductTexts(files: readonly SourceFile[]): Finding[] {
  const sources = files.filter(({ path }) => path.startsWith('src/') && !isTable(path));
  const web = [...textFiles].map(([name, { path, tree }]) => ({
    path,
    keys: [...flatten({ [name]: inLanguage(tree, 'zh') }).keys()],
  }));
  const server = { path: 'src/shared/i18n/server-messages/index.ts', keys: Object.keys(serverMessages) };
  return checkUnusedTexts([...web, server], sources);
}
