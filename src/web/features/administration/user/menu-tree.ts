import type { PageManifest } from '#web/base/define-page.ts';
import { navigation } from '#web/app/navigation.ts';
import type { PlainKey } from '#web/i18n/index.ts';

/** A page that a menu code admits to. */
export type MenuLeaf = { code: string; title: PageManifest['title'] };
/** Pages under one heading of the sidebar. */
export type MenuGroup = { key: string; titleKey: PlainKey; pages: MenuLeaf[] };

/**
 * Every page that needs a menu code, by its group in the sidebar. Administrators' pages and free ones are left out, and
 * pages that do not exist in this installation (`exists`): nobody could open them.
 */
export function menuGroups(exists: (route: string) => boolean): MenuGroup[] {
  const groups = new Map<string, MenuGroup>();
  for (const entry of navigation) {
    if ((entry.access ?? 'menu') !== 'menu' || !exists(entry.route)) continue;
    const key = entry.group ?? 'detail';
    const group = groups.get(key) ?? { key, titleKey: `nav.group.${key}` as PlainKey, pages: [] };
    group.pages.push({ code: entry.route, title: entry.title });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The chosen codes with one of them, or a whole group, put in or taken out; unknown codes stay. */
export function withCodes(chosen: readonly string[], codes: readonly string[], on: boolean): string[] {
  const rest = chosen.filter((code) => !codes.includes(code));
  return on ? [...rest, ...codes] : rest;
}

/** What two people made of one set: theirs, with what I put in and without what I took out. */
export function mergedCodes(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const taken = base.filter((code) => !mine.includes(code));
  const added = mine.filter((code) => !base.includes(code) && !theirs.includes(code));
  return [...theirs.filter((code) => !taken.includes(code)), ...added];
}
