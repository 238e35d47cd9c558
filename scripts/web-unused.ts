import type { Plugin } from 'vite';

/** A part of a package that the product never draws or runs, and the module that stands in its place. */
type Unused = { readonly importer: string; readonly source: string; readonly instead: string };

const nothing = 'export default () => null;';

const unused: readonly Unused[] = [
  // The product has its own column filters.
  {
    importer: '/antd/es/table/hooks/useFilter/index.js',
    source: './FilterDropdown',
    instead: `${nothing} export const flattenKeys = () => [];`,
  },
  // Rows are ticked, never chosen one of many, and long tables are drawn by the product's own WindowedRows.
  { importer: '/antd/es/table/hooks/useSelection.js', source: '../../radio', instead: nothing },
  { importer: '/antd/es/table/InternalTable.js', source: './RcTable/VirtualTable', instead: nothing },
  { importer: '/antd/es/modal/Modal.js', source: '../skeleton', instead: nothing },
  { importer: '/antd/es/input/index.js', source: './OTP', instead: nothing },
  // Pages have their own links, and keep their own place.
  { importer: '/react-router/dist/esm/route.js', source: './link.js', instead: 'export const Link = () => null;' },
  {
    importer: '/react-router/dist/esm/Match.js',
    source: './scroll-restoration.js',
    instead: 'export const ScrollRestoration = () => null;',
  },
];

const prefix = '\0unused-';

/**
 * Leaves out parts that packages bring along and the product never uses. antd's Modal is taken alone: its index file
 * brings the questions that antd asks by itself.
 */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined) return null;
    if (source === './modal' && importer.endsWith('/antd/es/index.js'))
      return this.resolve('./modal/Modal.js', importer);
    const place = unused.findIndex((part) => part.source === source && importer.endsWith(part.importer));
    return place < 0 ? null : `${prefix}${place}`;
  },
  load: (id) => (id.startsWith(prefix) ? unused[Number(id.slice(prefix.length))]?.instead : null),
};
