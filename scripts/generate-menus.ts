// Writes the list of menu codes and what role templates open, from what is stated beside every page; with --check it only
// says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { menusOf, type RoleCode } from '#web/base/define-page.ts';
import { navigation } from '#web/app/navigation.ts';

const file = new URL('../src/shared/reference/menus.ts', import.meta.url);
const roles: readonly RoleCode[] = ['tenant-user', 'viewer', 'pricing', 'configurator'];

const coded = navigation.filter((page) => menusOf(page).includes(page.route));
const routes = (pages: typeof coded, indent: string): string =>
  pages.map(({ route }) => `${indent}'${route}',\n`).join('');

const wanted = `// Generated from the declaration of every page (definePage) by scripts/generate-menus.ts: npm run generate.

/** Every menu code, equal to the route path it opens. Administrators have all of them; a sidebar shows those whose page exists. */
export const menuCodes: readonly string[] = [
${routes(coded, '  ')}];

/** The menu codes of role templates that do not simply have all. */
export const roleMenus = {
${roles
  .map(
    (role) =>
      `  ${role.includes('-') ? `'${role}'` : role}: [\n${routes(
        coded.filter((page) => page.roles?.includes(role)),
        '    ',
      )}  ],\n`,
  )
  .join('')}} as const satisfies Record<string, readonly string[]>;
`;

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('src/shared/reference/menus.ts is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
