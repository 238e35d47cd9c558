import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';

const built = join(import.meta.dirname, '../../dist/web');
const textOf = (file: string): string => readFileSync(join(built, file), 'utf8');
const names = z.array(z.string()).default([]);
const readManifest = () =>
  z
    .record(z.string(), z.object({ css: names, imports: names, dynamicImports: names }))
    .parse(JSON.parse(textOf('manifest.json')));

/** The style sheets of the built application that the page loaded by `load` never asks for, in the order of their names. */
function foreignSheets(load: () => Promise<unknown>): string[] {
  const manifest = readManifest();
  const component = /import\(\s*["']\.\/(\w+\.tsx)["']/.exec(load.toString())?.[1] ?? '';
  const isPage = (key: string): boolean => key.endsWith('Page.tsx');
  const chunks = Object.keys(manifest).filter((key) => key.endsWith(`/${component}`));
  if (chunks.length === 0) throw new Error(`no chunk of ${load.toString()}`);
  // A page of data may stand in the frame of another site.
  const reached = new Set(['index.html', 'features/administration/frame/FramePage.tsx', ...chunks]);
  // Pages lead to no other pages, only the list of all pages does; a set is walked to what is added on the way as well.
  for (const key of reached)
    for (const next of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])])
      if (!isPage(next) || key.startsWith('features/')) reached.add(next);
  const own = new Set([...reached].flatMap((key) => manifest[key]?.css ?? []));
  const all = new Set(Object.values(manifest).flatMap(({ css }) => css));
  return [...all].filter((file) => !own.has(file)).sort();
}

/**
 * What of the open page changes its box or colour when the sheets of other pages stand behind its own, as after a visit to them. A sheet
 * in front of its own changes nothing more: one of its rules that wins there wins behind as well. All is measured in one go, so nothing
 * else can change between.
 */
const changedByForeignStyles = (page: Page, sheets: readonly string[]): Promise<string[]> =>
  page.evaluate(
    ({ files, text }) => {
      const styleOf = (content: string): HTMLStyleElement => {
        const style = document.createElement('style');
        style.textContent = content;
        document.head.append(style);
        return style;
      };
      const still = styleOf('*, ::before, ::after { transition: none !important; animation: none !important; }');
      const visited = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) =>
        files.some((file) => link.href.endsWith(file)),
      );
      for (const link of visited) link.media = 'not all';
      const items = [...document.querySelectorAll<HTMLElement>('body *')].filter((item) => item.checkVisibility());
      const measure = (): string[] =>
        items.map((item) => {
          const { x, y, width, height } = item.getBoundingClientRect();
          const { color, backgroundColor, fontWeight } = getComputedStyle(item);
          return [...[x, y, width, height].map((side) => side.toFixed(1)), color, backgroundColor, fontWeight].join(
            ' ',
          );
        });
      const alone = measure();
      const foreign = styleOf(text);
      const together = measure();
      foreign.remove();
      still.remove();
      for (const link of visited) link.media = 'all';
      const found = items.flatMap((item, index) =>
        alone[index] === together[index]
          ? []
          : [`${item.tagName} ${item.getAttribute('class')}: ${alone[index]} becomes ${together[index]}`],
      );
      return found.slice(0, 5);
    },
    { files: sheets, text: sheets.map(textOf).join('\n') },
  );

/** The open page, loaded by `load`, looks the same whatever pages were visited before. */
export async function expectOwnStyles(page: Page, load: () => Promise<unknown>): Promise<void> {
  const changed = await changedByForeignStyles(page, foreignSheets(load));
  expect.soft(changed, `looks different after other pages: ${page.url()}`).toEqual([]);
}
