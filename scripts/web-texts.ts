import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor, type Plugin } from 'vite';

/** The import that gives the texts of the browser as functions that fetch them: by file and language. */
const virtual = 'virtual:texts';
const resolvedVirtual = `\0${virtual}`;
const isTextFile = (file: string): boolean => file.endsWith('.texts.ts');

/** `trace-detail.texts.ts` has the texts `traceDetail`. */
export const nameOfTexts = (file: string): string =>
  basename(file, '.texts.ts').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The language that is asked for by `?lang=zh`. */
const langOf = (id: string | undefined): string | undefined => /\?lang=(zh|en)$/.exec(id ?? '')?.[1];

/** A module with one language of its texts: every `{ zh: …, en: … }` becomes the value of the language. */
export function inOneLanguage(path: string, code: string, lang: string): string {
  const { program, errors } = parseSync(path, code);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const pairs: { start: number; end: number; value: string }[] = [];
  new Visitor({
    ObjectExpression: ({ start, end, properties }) => {
      const values = new Map<string, string>();
      for (const property of properties) {
        if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') return;
        values.set(property.key.name, code.slice(property.value.start, property.value.end));
      }
      const value = values.get(lang);
      if (values.size === 2 && values.has('zh') && values.has('en') && value !== undefined)
        pairs.push({ start, end, value });
    },
  }).visit(program);
  let done = '';
  let from = 0;
  for (const { start, end, value } of pairs.toSorted((a, b) => a.start - b.start)) {
    done += `${code.slice(from, start)}${value}`;
    from = end;
  }
  return done + code.slice(from);
}

/** Files that only put the texts of others into one chunk, such as `app/first.texts.ts`, and the names of those texts. */
const joinedIn = (source: string): string[] =>
  [...source.matchAll(/^export \{ (\w+) \} from/gm)].map(([, name = '']) => name);

/** The chunks of texts: one per file, except for those that another file joins with others. */
export function textChunks(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const joined = new Set([...files.values()].flatMap(joinedIn));
  const chunks = [...files.keys()].map((file): [string, string] => [nameOfTexts(file), file]);
  return new Map(chunks.filter(([name]) => !joined.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function virtualModule(webRoot: string): string {
  const files = globSync('**/*.texts.ts', { cwd: webRoot }).map((name) => join(webRoot, name));
  const chunks = textChunks(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])));
  const fetched = (file: string, lang: string): string =>
    `${lang}: () => import(${JSON.stringify(`${file}?lang=${lang}`)})`;
  const lines = [...chunks].map(([name, file]) => `${name}: { ${fetched(file, 'zh')}, ${fetched(file, 'en')} },`);
  return `export const files = {\n${lines.join('\n')}\n};`;
}

/**
 * Splits the texts of the browser (`*.texts.ts`, pairs of both languages) into one chunk per file and language: a browser loads
 * one language only. What a file of texts imports is split in the same way.
 */
export function splitTexts(webRoot: string): Plugin {
  return {
    name: 'split-texts',
    enforce: 'pre',
    configureServer({ watcher, moduleGraph, ws }) {
      const renew = (file: string): void => {
        const module = isTextFile(file) ? moduleGraph.getModuleById(resolvedVirtual) : undefined;
        if (module === undefined) return;
        moduleGraph.invalidateModule(module);
        ws.send({ type: 'full-reload' });
      };
      watcher.on('add', renew).on('unlink', renew);
    },
    async resolveId(source, importer, options) {
      if (source === virtual) return resolvedVirtual;
      const lang = langOf(importer);
      if (lang === undefined) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found === null ? null : { ...found, id: `${found.id}?lang=${lang}` };
    },
    load: (id) => (id === resolvedVirtual ? virtualModule(webRoot) : null),
    transform(code, id) {
      const lang = langOf(id);
      return lang === undefined ? null : { code: inOneLanguage(id.replace(/\?.*$/, ''), code, lang), map: null };
    },
  };
}
