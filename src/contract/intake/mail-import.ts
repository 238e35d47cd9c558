import { z } from 'zod';
import { receivedMailsList } from '#lists/received-mails.ts';
import { defineCalls, wireFlag, wireId } from '../call.ts';
import { listRow } from '../list.ts';

const mailMenus = ['/mail-import'] as const;

const kind = z.enum(['references', 'orders']);
/** What the rows of a sheet are. */
export type MailSheetKind = z.output<typeof kind>;

const mapping = z.object({
  mappingId: z.string(),
  kind,
  headings: z.array(z.string()),
  /** Labels of the fields with the headings that hold them, in the caller's language. */
  columns: z.array(z.object({ field: z.string(), heading: z.string() })),
  userName: z.string(),
  mappedTime: z.number(),
});

const settings = z.object({
  /** Domain of all addresses; null: this installation takes no e-mails. */
  domain: z.string().nullable(),
  address: z.string().nullable(),
  active: wireFlag,
  /** Addresses and @domains that may send besides the users of the tenant. */
  senders: z.array(z.string()),
  /** Addresses of the users of the tenant. */
  users: z.array(z.string()),
  needsProof: wireFlag,
  /** In whose name sheets are taken that need no mapping; null: nobody has set an address up. */
  userName: z.string().nullable(),
  recordVersion: z.number().int().nullable(),
  mayChange: wireFlag,
  mappings: z.array(mapping),
});

const refusedRow = z.object({ row: z.number().int(), field: z.string().nullable(), reason: z.string() });

const sheet = z.object({
  sheetId: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
  state: z.enum(['waiting', 'unmapped', 'working', 'done', 'refused']),
  /** Why it was not taken, in the caller's language. */
  reason: z.string().nullable(),
  kind: kind.nullable(),
  userName: z.string().nullable(),
  rows: z.number().int().nullable(),
  taken: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** The first refused rows. */
  refusals: z.array(refusedRow),
  mayMap: wireFlag,
});
/** One file of a mail. */
export type MailSheet = z.output<typeof sheet>;

const checked = z.object({ name: z.string(), domain: z.string(), result: z.string() });

const detail = z.object({
  mail: listRow(receivedMailsList),
  senderName: z.string().nullable(),
  envelopeFrom: z.string(),
  address: z.string(),
  ip: z.string(),
  encrypted: wireFlag,
  sizeBytes: z.number().int(),
  /** Whether the sender is proven, in words; null: not checked yet. */
  proof: z.string().nullable(),
  checks: z.array(checked),
  decidedBy: z.string().nullable(),
  answerText: z.string().nullable(),
  answerReason: z.string().nullable(),
  answeredTime: z.number().nullable(),
  acts: z.array(z.enum(['accept', 'reject', 'again'])),
  sheets: z.array(sheet),
});

const field = z.object({ name: z.string(), label: z.string(), required: wireFlag });

const preview = z.object({
  sheetId: z.string(),
  fileName: z.string(),
  headings: z.array(z.string()),
  /** The first rows, as the sheet shows them. */
  rows: z.array(z.array(z.string())),
  rowCount: z.number().int(),
  /** What it most likely is; null: neither. */
  guess: kind.nullable(),
  kinds: z.array(
    z.object({
      kind,
      mayTake: wireFlag,
      fields: z.array(field),
      /** For each field the place of its column, from 0, and how it was found. */
      columns: z.array(
        z.object({ name: z.string(), place: z.number().int(), by: z.enum(['name', 'content', 'memory']) }),
      ),
    }),
  ),
});

const chosen = z.object({ name: z.string().max(60), place: z.number().int().min(0).max(500) });

/** Orders and references that come as sheets by e-mail. */
export const mailImportCalls = defineCalls({
  mailImportGet: {
    method: 'GET',
    path: '/api/data/mailImport/settings',
    access: mailMenus,
    summary: { zh: '邮件导入的地址与设置', en: 'Import by e-mail: the address and its settings' },
    data: settings,
  },
  mailImportSave: {
    method: 'POST',
    path: '/api/data/mailImport/save',
    access: 'admin',
    summary: { zh: '保存邮件导入设置，或更换地址', en: 'Import by e-mail: save the settings, or change the address' },
    body: z.object({
      active: wireFlag,
      senders: z.array(z.string().max(260)).max(500),
      needsProof: wireFlag,
      /** Gives another address: the former one takes nothing from then on. */
      newAddress: wireFlag.default(0),
      recordVersion: z.number().int().nullable(),
    }),
    data: settings,
  },
  mailMappingRemove: {
    method: 'POST',
    path: '/api/data/mailImport/removeMapping',
    access: mailMenus,
    summary: {
      zh: '删除列对应，下次重新询问',
      en: 'Import by e-mail: forget a mapping, so that it is asked for again',
    },
    body: z.object({ mappingId: wireId }),
    data: settings,
  },
  receivedMailGet: {
    method: 'GET',
    path: '/api/data/mailImport/get',
    access: mailMenus,
    summary: { zh: '一封邮件的明细', en: 'Import by e-mail: one mail with its files' },
    query: z.object({ mailId: wireId }),
    data: detail,
  },
  receivedMailAct: {
    method: 'POST',
    path: '/api/data/mailImport/act',
    access: mailMenus,
    summary: { zh: '接受、拒绝或重新导入一封邮件', en: 'Import by e-mail: accept, reject or import a mail again' },
    body: z.object({ mailId: wireId, act: z.enum(['accept', 'reject', 'again']) }),
    data: detail,
  },
  mailSheetPreview: {
    method: 'GET',
    path: '/api/data/mailImport/preview',
    access: mailMenus,
    summary: {
      zh: '附件的前几行与列的对应建议',
      en: 'Import by e-mail: the first rows of a file and what its columns may be',
    },
    query: z.object({ sheetId: wireId }),
    data: preview,
  },
  mailSheetMap: {
    method: 'POST',
    path: '/api/data/mailImport/map',
    access: mailMenus,
    summary: {
      zh: '保存列对应并导入相同表头的附件',
      en: 'Import by e-mail: map columns and take all files with the same headings',
    },
    body: z.object({ sheetId: wireId, kind, columns: z.array(chosen).min(1).max(60) }),
    data: z.object({ sheets: z.number().int() }),
  },
  mailFile: {
    method: 'GET',
    path: '/api/data/mailImport/file',
    access: mailMenus,
    summary: { zh: '下载原始邮件或附件', en: 'Import by e-mail: the mail, or one of its files, as received' },
    query: z.object({ mailId: wireId, sheetId: wireId.optional() }),
    data: z.any(),
  },
});
