import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A place in the sources that writes the audit, and the names of entities and acts it can give. */
export type WritingPlace = { file: string; entities: string[]; actions: string[]; unread: string[] };

const literalsIn = (text: string): string[] =>
  [...text.matchAll(/'([A-Za-z][\w-]*)'/g)].map((match) => match[1] as string);

/** The text between the bracket at `from` and the one that closes it. */
function inBrackets(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ('([{'.includes(text[at] as string)) depth += 1;
    if (')]}'.includes(text[at] as string) && (depth -= 1) === 0) return text.slice(from + 1, at);
  }
  return text.slice(from + 1);
}

/** Arguments of a call or parameters of a function, split where only their own commas stand. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    const [before, after] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
    if ('([{'.includes(sign) || (sign === '<' && /\w/.test(before) && /\w|\{/.test(after))) depth += 1;
    else if (')]}'.includes(sign) || (sign === '>' && depth > 0 && before !== '=' && before !== ' ')) depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin).trim()];
}

/** The value of a property written as `name: value` or as `name` alone, up to the next comma or bracket. */
function propertyOf(body: string, name: string): string | undefined {
  for (const part of splitArguments(body)) {
    if (part === name) return name;
    if (part.startsWith(`${name}:`)) return part.slice(name.length + 1).trim();
  }
  return undefined;
}

/** What a property of the type of a list's elements can be, as `kind` of `changes: { kind: ChangeKind }[]`. */
function elementsOf(name: string, text: string, sources: readonly string[]): string[] {
  const type = new RegExp(`[{;,]\\s*${name}: (\\w+)\\s*[;,}]`).exec(text)?.[1];
  const union = sources.map((source) => new RegExp(`type ${type} =([^;]*);`).exec(source)?.[1]).find(Boolean);
  return union === undefined ? [] : literalsIn(union);
}

/** What an identifier can be: by its constant, by the union of its parameter's type, or by what callers pass for it. */
function valuesOf(name: string, text: string, before: number, sources: readonly string[]): string[] {
  const constant = new RegExp(`const ${name} = (?:'([\\w-]+)'|(?:entities\\.)?(\\w+)\\.name;)`).exec(text);
  if (constant !== null) return [(constant[1] ?? constant[2]) as string];
  const functions = [...text.slice(0, before).matchAll(/(?:function (\w+)|const (\w+) = (?:async )?)\(/g)];
  for (const found of functions.reverse()) {
    const parameters = splitArguments(inBrackets(text, found.index + found[0].length - 1));
    const place = parameters.findIndex((parameter) => new RegExp(`^${name}\\??:`).test(parameter));
    if (place < 0) continue;
    const type = (parameters[place] as string).slice(name.length + 1).trim();
    if (type.includes("'")) return literalsIn(type);
    const union = sources.map((source) => new RegExp(`type ${type} =([^;]*);`).exec(source)?.[1]).find(Boolean);
    if (union !== undefined) return literalsIn(union);
    const calls = sources.flatMap((source) =>
      [...source.matchAll(new RegExp(`(?<!function )\\b${found[1] ?? found[2]}\\(`, 'g'))].map(
        (call) => splitArguments(inBrackets(source, call.index + call[0].length - 1))[place] ?? '',
      ),
    );
    return calls.flatMap((argument) => (/^\w+:/.test(argument) ? [] : literalsIn(argument)));
  }
  return elementsOf(name, text, sources);
}

function readPlace(file: string, text: string, at: number, sources: readonly string[]): WritingPlace {
  const given = splitArguments(inBrackets(text, text.indexOf('(', at))).findLast((argument) => argument !== '') ?? '';
  // Of many entries the one that is made for each: `rows.map((row) => ({ entity: … }))`.
  const each = given.search(/=> \(\{|return \{/);
  const body = given.slice(given.indexOf('{', Math.max(0, each)) + 1, given.lastIndexOf('}'));
  const read = (name: 'entity' | 'action'): string[] => {
    const value = propertyOf(body, name);
    if (value === undefined) return [];
    if (value.includes("'")) return literalsIn(value.replaceAll(/[=!]== '[^']*'/g, ''));
    const table = /^(\w+)\[\w+\]$/.exec(value)?.[1];
    if (table !== undefined) return literalsIn(new RegExp(`const ${table}\\b[^=]*=([^;]*);`).exec(text)?.[1] ?? '');
    // The name of a declaration is what it is called in the index.
    const declaration = /^(?:entities\.)?(\w+)\.name$/.exec(value);
    if (declaration !== null) return [declaration[1] as string];
    // A property of an object whose type is a union of names, as `kind.entity`.
    const member = /^\w+\.(\w+)$/.exec(value)?.[1];
    const union = sources.map((source) => new RegExp(`\n  ${member}: ('[^;,]*);`).exec(source)?.[1]).find(Boolean);
    return union === undefined ? valuesOf(value, text, at, sources) : literalsIn(union);
  };
  const [entities, actions] = [read('entity'), read('action')];
  const unread = [...(entities.length === 0 ? ['entity'] : []), ...(actions.length === 0 ? ['action'] : [])];
  return { file, entities, actions, unread };
}

/** Every place below a directory of sources that writes the audit; those of declared entities are left out. */
export function writingPlaces(root: string): WritingPlace[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(entity|platform.audit)\b/.test(file),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  return [...texts].flatMap(([file, text]) => {
    const sources = [...texts]
      .filter(([other]) => path.dirname(other) === path.dirname(file))
      .map(([, source]) => source);
    return [...text.matchAll(/\bwriteAudits?\(/g)].map((match) => readPlace(file, text, match.index, sources));
  });
}
