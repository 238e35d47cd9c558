import { join } from 'node:path';

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
  { name: 'list', roots: ['features/exception-manage/ExceptionManagePage.tsx'] },
];

/** Index files that name hundreds of modules: only those that are asked for by name count. */
const indexFile = /\/node_modules\/(?:antd\/es|@ant-design\/icons\/es(?:\/icons)?)\/index\.js$/;
const namedImport = /import\s*\{([^}]*)\}\s*from\s*["'](?:antd|@ant-design\/icons)["']/g;

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** The modules behind names of an index file, such as Button; one index may hand on another. */
function behindNames(index: ModuleInfo, names: ReadonlySet<string>, context: Context): string[] {
  const paths = [...(index.code ?? '').matchAll(/export\s*\{\s*default as (\w+)\s*\}\s*from\s*["']([^"']+)["']/g)];
  const wanted = paths.filter(([, name = '']) => names.has(name)).map(([, , path = '']) => path.replace(/^\.\//, ''));
  return index.importedIds.flatMap((id) => {
    const next = indexFile.test(id) ? context.getModuleInfo(id) : null;
    if (next !== null) return behindNames(next, names, context);
    return wanted.some((path) =>
      [`/${path}`, `/${path}.js`, `/${path}/index.js`, `/${path}/${capital(path)}.js`].some((end) => id.endsWith(end)),
    )
      ? [id]
      : [];
  });
}

/** The static imports of a module that are really used. */
function importsOf(id: string, context: Context): string[] {
  const info = context.getModuleInfo(id);
  if (info === null) return [];
  const names = new Set(
    [...(info.code ?? '').matchAll(namedImport)].flatMap(([, list = '']) =>
      list.split(',').map((part) => part.trim().split(/\s+/)[0] ?? ''),
    ),
  );
  return info.importedIds.flatMap((imported) => {
    if (!indexFile.test(imported)) return [imported];
    const index = context.getModuleInfo(imported);
    return index === null ? [] : behindNames(index, names, context);
  });
}

function reach(roots: readonly string[], context: Context): Set<string> {
  const seen = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...importsOf(id, context));
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
    roots.has(id) || id.endsWith('.html') || id.startsWith(inWeb('features/exception-manage/'));
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
