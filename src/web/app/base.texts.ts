/** The texts that shell and kit need besides those of first.texts.ts, as one chunk; the texts of a feature come with its pages. */
export { inbox } from '#web/features/administration/inbox/inbox.texts.ts';
export { draft } from '#web/kit/draft/draft.texts.ts';
export { map } from '#web/kit/map/map.texts.ts';
export { search } from '#web/kit/search/search.texts.ts';
export { table } from '#web/kit/table/table.texts.ts';
export { value } from '#web/kit/value/value.texts.ts';
export { antd } from '#web/shell/antd.texts.ts';
export { errors } from '#web/shell/errors.texts.ts';
export { nav } from '#web/shell/nav.texts.ts';
export { shell } from '#web/shell/shell.texts.ts';
export { world } from '#web/shell/world.texts.ts';
