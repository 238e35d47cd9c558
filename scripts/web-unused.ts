import type { Plugin } from 'vite';

/**
 * A part of a package that the product never draws or runs, the module that stands in its place, and what would be written in
 * a component that needs the part after all.
 */
type Unused = {
  readonly importer: string;
  readonly source: string;
  readonly instead: string;
  readonly queriedBy: readonly string[];
};

const nothing = 'export default () => null;';
const onlyContent = 'export default ({ children }) => children;';

/** What is left out of the built web application. */
export const unused: readonly Unused[] = [
  // The product has its own column filters.
  {
    importer: '/antd/es/table/hooks/useFilter/index.js',
    source: './FilterDropdown',
    queriedBy: ['filterDropdown', 'filteredValue', 'filterMode'],
    instead: `${nothing} export const flattenKeys = () => [];`,
  },
  // Rows are ticked one by one, never as branches of a tree or as one of many, and long tables are drawn by the product's own WindowedRows.
  {
    importer: '/antd/es/table/hooks/useSelection.js',
    source: '../../radio',
    queriedBy: ["type: 'radio'"],
    instead: nothing,
  },
  {
    importer: '/antd/es/table/hooks/useSelection.js',
    source: '@rc-component/tree',
    queriedBy: ['checkStrictly'],
    instead: `export const arrAdd = (keys, key) => (keys.includes(key) ? keys : [...keys, key]);
      export const arrDel = (keys, key) => keys.filter((one) => one !== key);
      export const convertDataToEntities = () => ({});
      export const conductCheck = () => ({});`,
  },
  {
    importer: '/antd/es/table/InternalTable.js',
    source: './RcTable/VirtualTable',
    queriedBy: [' virtual={', ' virtual\n'],
    instead: nothing,
  },
  { importer: '/antd/es/modal/Modal.js', source: '../skeleton', queriedBy: [' loading={modal'], instead: nothing },
  { importer: '/antd/es/input/index.js', source: './OTP', queriedBy: ['Input.OTP'], instead: nothing },
  {
    importer: '/antd/es/dropdown/index.js',
    source: './dropdown-button',
    queriedBy: ['Dropdown.Button'],
    instead: nothing,
  },
  { importer: '/antd/es/spin/Indicator/Looper.js', source: './Progress', queriedBy: [' fullscreen'], instead: nothing },
  {
    importer: '/@rc-component/table/es/Table.js',
    source: './stickyScrollBar',
    queriedBy: [' sticky={', ' sticky\n'],
    instead: nothing,
  },
  {
    importer: '/@rc-component/pagination/es/Pagination.js',
    source: './Options',
    queriedBy: ['showQuickJumper', 'pageSizeOptions', 'showSizeChanger: true'],
    instead: nothing,
  },
  // Every hint has a box of its own.
  {
    importer: '/antd/es/config-provider/index.js',
    source: '../tooltip/UniqueProvider',
    queriedBy: ['unique:'],
    instead: onlyContent,
  },
  {
    importer: '/antd/es/tooltip/index.js',
    source: './UniqueProvider',
    queriedBy: ['UniqueProvider'],
    instead: onlyContent,
  },
  // Pages have their own links, and keep their own place.
  {
    importer: '/react-router/dist/esm/route.js',
    source: './link.js',
    queriedBy: ['createLink'],
    instead: 'export const Link = () => null;',
  },
  {
    importer: '/react-router/dist/esm/Match.js',
    source: './scroll-restoration.js',
    queriedBy: ['ScrollRestoration'],
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
