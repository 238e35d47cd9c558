import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, lineAt, root, type SourceFile } from './read-source.ts';

/** A style sheet; `path` is relative to the root of the project. */
export type Sheet = { path: string; text: string };

/** One selector of a list, without what it excludes, and its line. */
type Selector = { text: string; line: number };

const web = 'src/web';

/** Loaded before every page: what all pages have in common, such as elements and parts of antd. */
const common = [`${web}/app/theme.css`, `${web}/shell/shell.css`];

/** Every style sheet of the web application. */
export function readSheets(): Sheet[] {
  return readdirSync(join(root, web), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => `${web}/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The parts between commas that stand in no parentheses. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts.map((part) => part.trim());
}

/** The selectors of a sheet, also those within conditions; steps of an animation are none. */
function selectorsOf(sheet: string): Selector[] {
  // Comments and strings keep their length, so that lines stay right.
  const text = sheet.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|'[^'\n]*'/g, (found) => found.replace(/\S/g, ' '));
  const found: Selector[] = [];
  /** What the blocks around the current place begin with. */
  const around: string[] = [];
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    const head = text.slice(start, index).trim();
    if (sign === '{') {
      const inAnimation = around.at(-1)?.startsWith('@keyframes') ?? false;
      if (!head.startsWith('@') && !inAnimation) {
        const line = lineAt(text, index - text.slice(start, index).trimStart().length);
        found.push(...splitList(head).map((part) => ({ text: part.replace(/:not\([^()]*\)/g, ''), line })));
      }
      around.push(head);
    }
    if (sign === '}') around.pop();
    start = index + 1;
  }
  return found;
}

/** The classes of ours that a selector or a source file names. */
const classesIn = (text: string): Set<string> => new Set(text.match(/(?<=\.)pt-[a-z\d-]+/g) ?? []);

/**
 * The sheets that each class belongs to: those that style it by itself, and the one that alone names it. More than one is a fault.
 */
function ownersOf(sheets: readonly Sheet[]): Map<string, Set<string>> {
  const [claims, mentions] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (to: Map<string, Set<string>>, name: string, path: string): unknown =>
    to.set(name, (to.get(name) ?? new Set<string>()).add(path));
  for (const { path, text } of sheets) {
    for (const selector of selectorsOf(text)) {
      const names = classesIn(selector.text);
      // What stands in `:has` is a condition: it is not styled.
      const styled = classesIn(selector.text.replace(/:has\([^()]*\)/g, ''));
      if (names.size === 1) for (const name of names) add(claims, name, path);
      else for (const name of styled) add(mentions, name, path);
    }
  }
  for (const [name, paths] of mentions) if (!claims.has(name) && paths.size === 1) claims.set(name, paths);
  return claims;
}

/**
 * Sheets stay on the page when the user goes on to another one, so every selector needs a class that only its own sheet styles.
 * A class may stand within the selectors of other sheets, beside a class of theirs.
 */
export function checkSheets(sheets: readonly Sheet[]): Finding[] {
  const owners = ownersOf(sheets);
  return sheets
    .filter(({ path }) => !common.includes(path))
    .flatMap(({ path, text }) =>
      selectorsOf(text).flatMap(({ text: selector, line }) => {
        const names = [...classesIn(selector)];
        if (names.length === 0)
          return [{ path, line, message: `${selector}: styles other pages too, add a class of ours` }];
        const others = [...new Set(names.flatMap((name) => [...(owners.get(name) ?? [])]))].filter(
          (one) => one !== path,
        );
        const isOwn = names.some((name) => owners.get(name)?.has(path) === true);
        if (isOwn && (others.length === 0 || names.length > 1)) return [];
        return [
          { path, line, message: `${selector}: add a class of this sheet, ${others.join(' and ')} styles it too` },
        ];
      }),
    );
}

const featureOf = (path: string): string | undefined => /^src\/web\/features\/[^/]+\/[^/]+\//.exec(path)?.[0];

/** Markup with a class of another feature: its looks depend on whether that feature was opened before. */
export function checkClassNames(files: readonly SourceFile[], sheets: readonly Sheet[]): Finding[] {
  const owners = ownersOf(sheets);
  return files
    .filter(({ path }) => path.startsWith(`${web}/`) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text, imports }) =>
      [...text.matchAll(/(?<![\w.#-])pt-[a-z\d]+(?:-[a-z\d]+)*(?![\w-])/g)].flatMap(({ 0: name, index }) => {
        const feature = [...(owners.get(name) ?? [])].map(featureOf).find((owner) => owner !== undefined);
        if (feature === undefined || feature === featureOf(path)) return [];
        if (imports.some(({ target }) => target?.startsWith(feature))) return [];
        return [{ path, line: lineAt(text, index), message: `${name} is a class of ${feature}` }];
      }),
    );
}

/**
 * A variable that is read must be declared in a sheet or set by a component. One without a declaration shows its fallback, which knows one theme only,
 * so what a sheet declares is read without a fallback.
 */
export function checkVariables(
  files: readonly Pick<SourceFile, 'path' | 'text'>[],
  sheets: readonly Sheet[],
): Finding[] {
  const sources = files.filter(({ path }) => path.startsWith(`${web}/`));
  const namesIn = (texts: readonly { text: string }[], pattern: RegExp): Set<string> =>
    new Set(texts.flatMap(({ text }) => text.match(pattern) ?? []));
  const declared = namesIn(sheets, /--pt-[a-z\d-]+(?=:)/g);
  const set = namesIn(sources, /(?<=setProperty\(')--pt-[a-z\d-]+|(?<=')--pt-[a-z\d-]+(?=':)/g);
  return [...sheets, ...sources].flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=var\()(--pt-[a-z\d-]*[a-z\d])([),])/g)].flatMap(({ 1: name = '', 2: end, index }) => {
      const line = lineAt(text, index);
      if (declared.has(name))
        return end === ',' ? [{ path, line, message: `${name} is declared: its fallback is never used` }] : [];
      return set.has(name) ? [] : [{ path, line, message: `${name} is declared in no sheet` }];
    }),
  );
}
