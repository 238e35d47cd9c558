import { join } from 'node:path';
import { parseSync } from 'vite';

/** What the bundler tells about a module: its code and what it imports statically. */
type ModuleInfo = { readonly code: string | null; readonly importedIds: readonly string[] };
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * What visitors fetch one after the other; each stage is one chunk with all it leads to that an earlier one has not.
 * So a first visit asks for few files, and a later page finds them in the cache. A stage holds everything its modules
 * need, so no chunk ever waits for one that waits for it.
 */
const stages: readonly { name: string; roots: readonly string[] }[] = [
  { name: 'start', roots: ['main.tsx'] },
  { name: 'shell', roots: ['shell/Shell.tsx', 'shell/EmbedHost.tsx'] },
  { name: 'list', roots: ['features/exceptions/exception-manage/ExceptionManagePage.tsx'] },
];

/** A name that a module takes from another one; '*' is the whole module. */
type Use = { readonly from: string; readonly name: string };
/** What a module takes, and which of its own exports it only hands on: by their names. */
type Links = {
  readonly uses: readonly Use[];
  readonly handsOn: ReadonlyMap<string, Use>;
  readonly stars: readonly string[];
};

const nameOf = (node: { type: string; name?: string; value?: unknown }): string => node.name ?? String(node.value);

/** Reads the imports and exports of a module; ids of imports come in the order of the statements. */
function linksOf(id: string, context: Context): Links {
  const info = context.getModuleInfo(id);
  const { body } = parseSync(id.replace(/\?.*$/, '').replace(/\.css$/, '.js'), info?.code ?? '').program;
  const places = new Map<string, string>();
  const idOf = (specifier: string): string => {
    if (!places.has(specifier)) places.set(specifier, info?.importedIds[places.size] ?? '');
    return places.get(specifier) ?? '';
  };
  const uses: Use[] = [];
  const handsOn = new Map<string, Use>();
  const stars: string[] = [];
  const locals = new Map<string, Use>();
  for (const node of body) {
    if (node.type === 'ImportDeclaration') {
      const from = idOf(node.source.value);
      if (node.specifiers.length === 0) uses.push({ from, name: '*' });
      for (const item of node.specifiers) {
        const name =
          item.type === 'ImportSpecifier'
            ? nameOf(item.imported)
            : item.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        uses.push({ from, name });
        locals.set(item.local.name, { from, name });
      }
    } else if (node.type === 'ExportAllDeclaration') {
      stars.push(idOf(node.source.value));
    } else if (node.type === 'ExportNamedDeclaration' && node.source !== null) {
      const from = idOf(node.source.value);
      for (const item of node.specifiers) handsOn.set(nameOf(item.exported), { from, name: nameOf(item.local) });
    }
  }
  for (const node of body) {
    if (node.type !== 'ExportNamedDeclaration' || node.source !== null) continue;
    for (const item of node.specifiers) {
      const use = locals.get(nameOf(item.local));
      if (use !== undefined) handsOn.set(nameOf(item.exported), use);
    }
  }
  const whole = [...stars.map((from) => ({ from, name: '*' })), ...handsOn.values()];
  // CommonJS has no statements to read: all that it asks for is used.
  const unread = (info?.importedIds ?? []).slice(places.size).map((from) => ({ from, name: '*' }));
  return { uses: [...uses, ...whole, ...unread], handsOn, stars };
}

/**
 * The modules that the roots need. What a package hands on by name is looked up where it stands: its index file may name
 * hundreds of modules, and only the one that is requested counts.
 */
function reach(roots: readonly string[], context: Context): Set<string> {
  const seen = new Set<string>();
  const known = new Map<string, Links>();
  const links = (id: string): Links => {
    const found = known.get(id) ?? linksOf(id, context);
    known.set(id, found);
    return found;
  };
  const sourceOf = (use: Use): Use => {
    if (!use.from.includes('/node_modules/') || use.name === '*') return use;
    const { handsOn, stars } = links(use.from);
    const next = handsOn.get(use.name);
    if (next !== undefined) return sourceOf(next);
    for (const star of stars) {
      const source = sourceOf({ from: star, name: use.name });
      if (source.from !== star) return source;
    }
    return use;
  };
  const open: Use[] = roots.map((from) => ({ from, name: '*' }));
  for (let use = open.pop(); use !== undefined; use = open.pop()) {
    const { from } = sourceOf(use);
    if (from === '' || seen.has(from)) continue;
    seen.add(from);
    open.push(...links(from).uses);
  }
  return seen;
}

type Group = { debugName: string; name: (id: string, context: Context) => string | null; priority: number };

/**
 * The stages as groups of the bundler, earlier ones first, so that a later one does not take what it shares with them.
 * The parts of a feature stay with its page, and entries keep chunks of their own, which the manifest names.
 */
export function stageGroups(webRoot: string): Group[] {
  const inWeb = (path: string): string => join(webRoot, path);
  const roots = new Set(stages.flatMap((stage) => stage.roots.map(inWeb)));
  const isApart = (id: string): boolean =>
    roots.has(id) ||
    id.endsWith('.html') ||
    (id.startsWith(inWeb('features/exceptions/exception-manage/')) && !id.endsWith('/page.ts'));
  let stageOf: Map<string, string> | undefined;
  const find = (context: Context): Map<string, string> => {
    const found = new Map<string, string>();
    for (const { name, roots: names } of stages)
      for (const module of reach(names.map(inWeb), context)) if (!found.has(module)) found.set(module, name);
    return found;
  };
  return stages.map(({ name }, place) => ({
    debugName: name,
    name: (id, context) => {
      stageOf ??= find(context);
      return stageOf.get(id) === name && !isApart(id) ? name : null;
    },
    priority: 20 - place,
  }));
}
