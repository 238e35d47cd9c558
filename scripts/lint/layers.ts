import { readFileSync } from 'node:fs';
import type { Finding, SourceFile } from './read-source.ts';

/** Imports go one way: each layer with the layers it may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Of `domain` only types of stored documents.
  generated: ['shared', 'domain'],
  shared: ['generated'],
  entities: ['shared'],
  lists: ['shared'],
  domain: ['shared', 'generated'],
  contract: ['shared', 'entities', 'lists', 'domain'],
  // Of Node, for server and robots.
  network: [],
  platform: ['shared', 'network', 'entities', 'lists', 'domain', 'contract', 'generated'],
  entity: ['shared', 'entities', 'lists', 'domain', 'contract', 'generated', 'platform'],
  list: ['shared', 'entities', 'lists', 'domain', 'contract', 'generated', 'platform'],
  connectors: ['shared', 'entities', 'lists', 'domain', 'contract', 'generated', 'platform'],
  module: ['entity', 'list', 'platform'],
  modules: [
    'shared',
    'entities',
    'lists',
    'domain',
    'contract',
    'generated',
    'platform',
    'entity',
    'list',
    'connectors',
    'module',
  ],
  app: [
    'shared',
    'entities',
    'lists',
    'domain',
    'contract',
    'generated',
    'platform',
    'entity',
    'list',
    'connectors',
    'module',
    'modules',
  ],
  main: ['shared', 'platform', 'app', 'simulator'],
  simulator: ['shared', 'generated'],
  // Speaks to the server over HTTP only.
  robot: ['network'],
  web: ['shared', 'entities', 'lists', 'domain', 'contract'],
};

/**
 * The parts of the web application in the order in which they build on each other: session, client and texts; widgets; declared
 * lists and entities, and what several features show; the features with the frame around them. A part may import itself and those
 * before it.
 */
const webParts: readonly (readonly string[])[] = [
  ['base', 'i18n'],
  ['kit'],
  ['list', 'entity', 'business', 'expert', 'handling', 'job-bulk', 'what-if', 'why'],
  ['features', 'shell', 'app'],
];

/** The place of a file among the parts of the web application; the entry file stands above all of them. */
function webPlace(path: string): number {
  const [, , folder = '', inside] = path.split('/');
  const place = inside === undefined ? webParts.length : webParts.findIndex((part) => part.includes(folder));
  return place < 0 ? webParts.length : place;
}

/** Tests, their helpers, scripts and measurements may look everywhere. */
const isFree = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || !path.startsWith('src/') || path.startsWith('src/testing/');

/** The layer a file belongs to. */
function layerOf(path: string): string {
  // What is generated for the browser belongs to it: the server has the declarations.
  if (path.startsWith('generated/web/')) return 'web';
  if (path.startsWith('generated/')) return 'generated';
  const [, top = '', second = ''] = path.split('/');
  if (top !== 'server') return top;
  if (second === 'main.ts') return 'main';
  return ['platform', 'entity', 'list', 'connectors', 'module', 'modules'].includes(second) ? second : 'app';
}

/** The module or feature a file belongs to: what may be entered only by its front door. */
function unitOf(path: string): string | undefined {
  return /^src\/(?:server\/connectors\/[^/]+|(?:server\/modules|web\/features)\/[^/]+\/[^/]+)(?=\/)/.exec(path)?.[0];
}

/** Which wing may use which, as the table of ARCHITECTURE.md says: `| **tracking** | what for | intake, network |`. */
export function readWings(document: string): ReadonlyMap<string, readonly string[]> {
  const rows = document.matchAll(/^\| \*\*(?<wing>[a-z]+)\*\* \|[^|]*\| (?<uses>[a-z, –]+) \|/gm);
  return new Map(
    [...rows].map(({ groups: { wing = '', uses = '' } = {} }) => [
      wing,
      uses.split(', ').filter((name) => name !== '–'),
    ]),
  );
}

const wings = readWings(readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8'));

/** The wing of a file of a module, of the contract or of the domain, where the table has it. */
function wingOf(path: string): string | undefined {
  const wing = /^src\/(?:server\/modules|contract|domain)\/([^/]+)\//.exec(path)?.[1];
  return wing !== undefined && wings.has(wing) ? wing : undefined;
}

function complaintAbout(from: string, target: string): string | undefined {
  if (target.startsWith('src/testing/')) return 'only tests import the helpers of tests';
  if (!/^(?:src|generated)\//.test(target)) return undefined;
  const [layer, targetLayer] = [layerOf(from), layerOf(target)];
  if (layer !== targetLayer && !(allowed[layer] ?? []).includes(targetLayer)) {
    return `${layer} must not import ${targetLayer} (imports go one way)`;
  }
  if (layer === 'web' && targetLayer === 'web' && webPlace(from) < webPlace(target)) {
    return `${from.split('/')[2]} must not import ${target.split('/')[2]} (imports go one way)`;
  }
  const [wing, targetWing] = [wingOf(from), wingOf(target)];
  if (
    layer === targetLayer &&
    wing !== undefined &&
    targetWing !== undefined &&
    wing !== targetWing &&
    wings.get(wing)?.includes(targetWing) !== true
  ) {
    return `${wing} must not use ${targetWing} (the wings in ARCHITECTURE.md)`;
  }
  const [unit, targetUnit] = [unitOf(from), unitOf(target)];
  if (targetUnit === undefined || unit === targetUnit) return undefined;
  if (targetUnit.startsWith('src/web/features/')) {
    if (unit !== undefined) return 'a web feature never imports another feature';
    return undefined;
  }
  if (targetUnit.startsWith('src/server/modules/') && target !== `${targetUnit}/index.ts`) {
    return 'a module uses another module only through its index.ts';
  }
  return undefined;
}

/** Imports against the order of the layers. */
export function checkLayers(file: SourceFile): Finding[] {
  if (isFree(file.path)) return [];
  return file.imports.flatMap(({ target, specifier, line }) => {
    const complaint = target === undefined ? undefined : complaintAbout(file.path, target);
    return complaint === undefined ? [] : [{ path: file.path, line, message: `${specifier}: ${complaint}` }];
  });
}
