import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';
import { pageMapping } from './page-mapping.ts';
import { rpaMenus } from '../menus.ts';

/** Characters of a page that is pasted. */
const MAX_PASTED = 300_000;

/** A page to try a reader on: a stored answer, or a text with the number it was requested. */
const sample = z.object({
  answerId: wireId.nullish(),
  text: z.string().max(MAX_PASTED).nullish(),
  subjectNo: z.string().trim().max(40).nullish(),
});
export type ReaderSample = z.input<typeof sample>;

const version = z.number().int().min(1).max(9999);
const parserId = z.string().trim().min(1).max(60);

const rows = z.object({
  source: pageMapping.shape.source,
  /** Path of the rows in JSON; `''` for tables and lines. */
  rows: z.string(),
  columns: z.array(z.object({ column: z.string(), title: z.string() })),
  /** The first rows, in the order of the columns. */
  cells: z.array(z.array(z.string())),
  count: z.number().int(),
  /** What the columns seem to be. */
  suggested: pageMapping,
});
export type ReaderRows = z.output<typeof rows>;

const preview = z.object({
  /** refused: less than half of the rows can be read; other: the page has no such rows. */
  state: z.enum(['parsed', 'partly', 'unknown', 'refused', 'other']),
  read: z.number().int(),
  empty: z.number().int(),
  unread: z.array(z.object({ row: z.number().int(), text: z.string() })),
  /** What holds for the page as a whole. */
  problems: z.array(z.string()),
  /** Words of the carrier that mean no milestone yet. */
  words: z.array(z.string()),
  moves: z.array(
    z.object({
      containerNo: z.string().nullable(),
      /** The milestone, or the carrier's words. */
      move: z.string(),
      isKnown: z.boolean(),
      classifier: z.enum(['ACT', 'EST', 'PLN']),
      /** On the clock of the place, with its mark: a minute, or a day. */
      time: z.string(),
      portCode: z.string().nullable(),
      place: z.string().nullable(),
      vesselName: z.string().nullable(),
      voyage: z.string().nullable(),
    }),
  ),
});
export type ReaderPreview = z.output<typeof preview>;

/** Readers that people make by pointing at columns; they are tried and released as those of the product. */
export const rpaReaderCalls = defineCalls({
  rpaReaderLook: {
    method: 'POST',
    path: '/api/data-center/rpa/reader/look',
    access: rpaMenus,
    summary: {
      zh: '列出一份页面或数据中可读取的表格，并推测各列含义',
      en: 'Lists the tables of a page that could be read, with what their columns seem to be',
    },
    body: z.object({ sample }),
    data: z.object({ rows: z.array(rows) }),
  },
  rpaReaderPreview: {
    method: 'POST',
    path: '/api/data-center/rpa/reader/preview',
    access: rpaMenus,
    summary: { zh: '按列对应关系试读页面', en: 'Reads pages by columns without keeping anything' },
    body: z.object({
      carrierCode: z.string().trim().min(1).max(10),
      samples: z.array(sample).min(1).max(5),
      mapping: pageMapping,
    }),
    data: z.object({
      /** One for each page, in their order. */
      previews: z.array(preview),
      /** In which ways times are written on these pages. */
      formats: z.array(
        z.object({
          format: z.enum(['day', 'local', 'offset', 'zulu', 'ms', 's', 'msDate']),
          count: z.number().int(),
          example: z.string(),
        }),
      ),
      /** A time such as 03/04/2026, where the day may come first or second; null if there is no such time. */
      twofold: z.string().nullable(),
      /** Texts of the column that marks estimates. */
      marks: z.array(z.string()),
    }),
  },
  rpaReaderGet: {
    method: 'GET',
    path: '/api/data-center/rpa/reader/get',
    access: rpaMenus,
    summary: { zh: '按列读取的解析器的一个版本', en: 'One version of a reader by columns' },
    query: z.object({ parserId, version: z.coerce.number().pipe(version) }),
    data: z.object({
      parserId: z.string(),
      version,
      /** The newest version there is. */
      newestVersion: version,
      carrierCode: z.string(),
      name: z.string(),
      mapping: pageMapping,
      createTime: z.number(),
      creatorName: z.string(),
    }),
  },
  rpaReaderSave: {
    method: 'POST',
    path: '/api/data-center/rpa/reader/save',
    access: rpaMenus,
    summary: {
      zh: '保存按列读取的解析器的新版本，发布前不生效',
      en: 'Keeps a new version of a reader by columns, which reads nothing before it is released',
    },
    body: z.object({
      /** Left out for a new reader. */
      parserId: parserId.nullish(),
      /** The newest version, as the caller knows it; 0 for a new reader. */
      newestVersion: z.number().int().min(0).max(9999),
      carrierCode: z.string().trim().min(1).max(10),
      name: z.string().trim().min(1).max(60),
      mapping: pageMapping,
    }),
    data: z.object({ parserId: z.string(), version }),
  },
  rpaReaderRemove: {
    method: 'POST',
    path: '/api/data-center/rpa/reader/remove',
    access: rpaMenus,
    summary: {
      zh: '删除从未发布过的按列读取版本',
      en: 'Removes a version of a reader by columns that was never released',
    },
    body: z.object({ parserId, version }),
    data: z.null(),
  },
});
