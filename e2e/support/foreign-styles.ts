import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';

const manifestPath = join(import.meta.dirname, '../../dist/web/manifest.json');
const names = z.array(z.string()).default([]);
const readManifest = () =>
  z
    .record(z.string(), z.object({ css: names, imports: names, dynamicImports: names }))
    .parse(JSON.parse(readFileSync(manifestPath, 'utf8')));

/** The style sheets of the built application that the page loaded by `load` never asks for, in the order of their names. */
function foreignSheets(load: () => Promise<unknown>): string[] {
  const manifest = readManifest();
  const component = /import\(\s*["']\.\/(\w+\.tsx)["']/.exec(load.toString())?.[1] ?? '';
  const isPage = (key: string): boolean => key.endsWith('Page.tsx');
  const chunks = Object.keys(manifest).filter((key) => key.endsWith(`/${component}`));
  if (chunks.length === 0) throw new Error(`no chunk of ${load.toString()}`);
  // A page of data may stand in the frame of another site.
  const reached = new Set(['index.html', 'features/frame/FramePage.tsx', ...chunks]);
  // Pages lead to no other pages, only the list of all pages does; a set is walked to what is added on the way as well.
  for (const key of reached)
    for (const next of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])])
      if (!isPage(next) || key.startsWith('features/')) reached.add(next);
  const own = new Set([...reached].flatMap((key) => manifest[key]?.css ?? []));
  const all = new Set(Object.values(manifest).flatMap(({ css }) => css));
  return [...all].filter((file) => !own.has(file)).sort();
}

/**
 * What of the open page changes its box or colour when the sheets of other pages are there, as after a visit to them: before those
 * of the page, and behind. All is measured in one go, so nothing else can change between.
 */
const changedByForeignStyles = (page: Page, sheets: readonly string[]): Promise<string[]> =>
  page.evaluate(async (files) => {
    const still = document.createElement('style');
    still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }';
    const linksTo = (file: string): Promise<HTMLLinkElement> =>
      new Promise((resolve, reject) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = `/${file}`;
        // Applies to nothing until it is measured.
        link.media = 'not all';
        link.addEventListener('load', () => resolve(link));
        link.addEventListener('error', () => reject(new Error(`no ${file}`)));
        added.push(link);
      });
    const added: HTMLLinkElement[] = [];
    const visited = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) =>
      files.some((file) => link.href.endsWith(file)),
    );
    const before = files.map(linksTo);
    const count = added.length;
    const behind = files.map(linksTo);
    document.head.prepend(...added.slice(0, count));
    document.head.append(still, ...added.slice(count));
    const sets = [await Promise.all(before), await Promise.all(behind)];
    const items = [...document.querySelectorAll<HTMLElement>('body *')].filter((item) => item.checkVisibility());
    const measure = (): string[] =>
      items.map((item) => {
        const { x, y, width, height } = item.getBoundingClientRect();
        const { color, backgroundColor, fontWeight } = getComputedStyle(item);
        return [...[x, y, width, height].map((side) => side.toFixed(1)), color, backgroundColor, fontWeight].join(' ');
      });
    for (const link of visited) link.media = 'not all';
    const alone = measure();
    const found = sets.flatMap((links) => {
      for (const link of links) link.media = 'all';
      const together = measure();
      for (const link of links) link.media = 'not all';
      return items.flatMap((item, index) =>
        alone[index] === together[index]
          ? []
          : [`${item.tagName} ${item.getAttribute('class')}: ${alone[index]} becomes ${together[index]}`],
      );
    });
    for (const link of visited) link.media = 'all';
    for (const element of [still, ...added]) element.remove();
    return found.slice(0, 5);
  }, sheets);

/** The open page, loaded by `load`, looks the same whatever pages were visited before. */
export async function expectOwnStyles(page: Page, load: () => Promise<unknown>): Promise<void> {
  const changed = await changedByForeignStyles(page, foreignSheets(load));
  expect.soft(changed, `looks different after other pages: ${page.url()}`).toEqual([]);
}
