import antdModule from 'antd/es/locale/en_US.js';
import { draft } from './draft.ts';
import { errors } from './errors.ts';
import { inbox } from './inbox.ts';
import { map } from './map.ts';
import { nav } from './nav.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { table } from './table.ts';
import { value } from './value.ts';
import { world } from './world.ts';

/** What shell and kit need besides common.ts, as one chunk; the texts of a feature come with its pages. */
export const base = {
  texts: { draft, errors, inbox, map, nav, search, shell, table, value, world },
  antd: antdModule,
};
