import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { Access, CallPath } from '#contract/call-path.ts';
import { entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { menusOf, type PageManifest } from '#web/base/define-page.ts';
import { pageList } from './page-list.ts';

const web = path.resolve(import.meta.dirname, '..');
const anyImport = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?|#web\/[^']+\.tsx?)'/g;
const calls: Readonly<Record<string, CallPath>> = paths;

/** Files whose calls follow from what they are given; the page or the declaration that gives it is looked at below. */
const givenTheirCalls = new Set([
  'entity/entity-calls.ts',
  'entity/TextPicker.tsx',
  'entity/RecipientPicker.tsx',
  'entity/code-texts.tsx',
  'kit/dialog/TrackNumbersDialog.tsx',
  'features/tracking/trace-index/LandTraceIndexPages.tsx',
]);

/** Pages that everybody may open show what this call answers: who may make it uses the page. */
const shownBy: Readonly<Record<string, string>> = {
  '/trace-detail': 'getTrace',
  '/domestic-trace-detail': 'getTrace',
  '/air-trace-detail': 'getTrace',
  '/train-detail': 'getTrace',
  '/vehicle-detail': 'getTrace',
  '/express-detail': 'getTrace',
  '/exceptionBusinessInfo': 'exceptionBusiness',
  '/exceptionBusinessDetail': 'getBusinessData',
};

/** Pages that show one thing, and the acts on it that the server says the reader may do (`mayHandle`, `can`), by the access of the same calls. */
const reportedByServer: Readonly<Record<string, readonly string[]>> = {
  '/exception-manage/handle': [
    'assignExceptions',
    'queryExceptions',
    'saveExceptionCauses',
    'undoHandling',
    'updateException',
  ],
  '/job/detail': ['jobAct', 'jobConfirm', 'jobResume'],
  '/mail-import': ['mailImportSave'],
};

const texts = new Map<string, string>();
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** The text without the names of calls that are types, keys of answers or answers to be read again. */
const withoutMentions = (text: string): string =>
  text
    .replaceAll(/\b(?:CallData|CallInput|ParsedBody)<'[\w.]+'>/g, '')
    .replaceAll(/queryKey: \[[^\]]*\]/g, '')
    .replaceAll(/for \(const name of \[[^\]]*\]\)|\[[^\]]*\]\.map\(\(name\)/g, '')
    .replaceAll(/useLiveRefetch\([^)]*\)|useMayCall\([^)]*\)/g, '');

/** The calls that a file makes: those it names. One-word names are words of other kinds too, unless a call is made by them. */
function callsIn(file: string): string[] {
  const text = withoutMentions(textOf(file));
  const named = [...text.matchAll(/'([a-z]\w*(?:\.\w+)?)'/g)].map(([, name = '']) => name);
  const made = [...text.matchAll(/\b(?:call|callFull|callFile|useCall|prepareCall)\(\s*'(\w+)'/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set([...named.filter((name) => /[A-Z.]/.test(name)), ...made])].filter((name) => name in calls);
}

const contains = (wide: Access, narrow: Access): boolean =>
  wide === 'session' ||
  wide === 'public' ||
  (typeof wide !== 'string' && typeof narrow !== 'string' && narrow.every((menu) => wide.includes(menu))) ||
  narrow === 'admin';

/** Whether a file asks first whether the user may make the call, or one that fewer may make. */
const asksFor = (file: string, name: string): boolean =>
  [...textOf(file).matchAll(/useMayCall\('(\w+)'\)/g)].some(([, requested = '']) =>
    contains(calls[name]?.access ?? 'admin', calls[requested]?.access ?? 'public'),
  );

/** Files that a page leads to, but not through one that asks for the call first. */
function reached(file: string, stops: (file: string) => boolean, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file) || /\/web\/(?:i18n|app|shell)\//.test(file) || stops(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of textOf(file).matchAll(anyImport)) {
    const next = name.startsWith('#web/') ? path.join(web, name.slice(5)) : path.resolve(path.dirname(file), name);
    reached(next, stops, seen);
  }
  return seen;
}

/** The file of a page's component. */
function rootOf({ route }: PageManifest): string | undefined {
  for (const file of globSync('features/*/*/*page*.ts', { cwd: web }).map((name) => path.join(web, name))) {
    const text = textOf(file);
    const at = text.indexOf(`route: '${route}'`);
    if (at < 0 || file.endsWith('.test.ts')) continue;
    const end = text.indexOf('definePage(', at);
    const [, name] = /import\('\.\/([^']+)'\)/.exec(text.slice(at, end < 0 ? undefined : end)) ?? [];
    if (name !== undefined) return path.join(path.dirname(file), name);
  }
  return undefined;
}

/** Who gets to a page with one menu alone: menu codes, or nobody but administrators. */
function holdersOf(page: PageManifest): readonly string[] {
  if (page.access === 'admin') return [];
  if (page.access !== 'everyone') return menusOf(page);
  const access = calls[shownBy[page.route] ?? '']?.access;
  return access === undefined || typeof access === 'string' ? ['(no menu)'] : access;
}

const refusedTo = (name: string, holders: readonly string[]): string[] => {
  const access = calls[name]?.access ?? 'admin';
  if (access === 'public' || access === 'session') return [];
  return holders.filter((menu) => access === 'admin' || !access.includes(menu));
};

describe('what a page offers leads to a call that its visitors may make, or asks for it by useMayCall', () => {
  const pages = pageList.flatMap((page): [string, PageManifest, string][] => {
    const root = rootOf(page);
    return root === undefined ? [] : [[page.route, page, root]];
  });
  test('the pages are found', () => expect(pages.length).toBeGreaterThan(50));
  test.each(pages)('%s', (_, page, root) => {
    const holders = holdersOf(page);
    const made = [...reached(root, () => false)].flatMap((file) =>
      givenTheirCalls.has(path.relative(web, file)) ? [] : callsIn(file).map((name) => ({ file, name })),
    );
    const reported = reportedByServer[page.route] ?? [];
    const doubtful = made.filter(({ name }) => !reported.includes(name) && refusedTo(name, holders).length > 0);
    const unrequested = doubtful.filter(({ file, name }) => reached(root, (one) => asksFor(one, name)).has(file));
    expect(
      unrequested.map(
        ({ file, name }) => `${path.relative(web, file)} ${name}: refused to ${refusedTo(name, holders)}`,
      ),
    ).toEqual([]);
  });
});

/** The calls behind the pickers of declared fields. */
const pickerCalls = {
  recipients: 'eventRecipients',
  functionBase: 'functionTargets',
  functionHandler: 'functionTargets',
  sourceProfile: 'sourceProfiles',
} as const;

test('pickers of declared fields ask calls that everybody with the page of the entity may make', () => {
  const refused = Object.values<Entity>(entities).flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([field, declared]) => {
      const picks = 'picks' in declared ? declared.picks : undefined;
      const name = picks === undefined || !(picks in pickerCalls) ? undefined : pickerCalls[picks as never];
      const menus = entity.menu === 'admin' ? [] : [entity.menu];
      return name === undefined || refusedTo(name, menus).length === 0 ? [] : [`${entity.name}.${field}`];
    }),
  );
  expect(refused).toEqual([]);
});
