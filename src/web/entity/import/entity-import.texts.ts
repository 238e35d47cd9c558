import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of importing rows from a file. */
export const entityImport = {
  title: { zh: '导入{{name}}', en: 'Import: {{name}}' },
  choose: { zh: '选择文件', en: 'Choose a file' },
  drop: { zh: '点击选择文件，或将文件拖到这里', en: 'Click to choose a file, or drop one here' },
  formats: {
    zh: '支持 xlsx 和 csv（UTF-8 或 GBK），最多 {{rows}} 行、{{size}} MB，第一行为标题',
    en: 'xlsx or csv (UTF-8 or GBK), up to {{rows}} rows and {{size}} MB; the first row has the headings',
  },
  template: { zh: '下载模板', en: 'Template' },
  templateName: { zh: '{{name}}导入模板', en: '{{name}} import template' },
  templateXlsx: { zh: 'Excel 模板 (xlsx)', en: 'Excel template (xlsx)' },
  templateCsv: { zh: 'CSV 模板', en: 'CSV template' },
  templateNotes: { zh: '填写说明', en: 'How to fill it in' },
  noteColumn: { zh: '列', en: 'Column' },
  noteRequired: { zh: '必填', en: 'Required' },
  noteRule: { zh: '要求', en: 'Rule' },
  ruleText: { zh: '文本，最多 {{max}} 个字符', en: 'Text of up to {{max}} characters' },
  ruleNumber: { zh: '数字，{{min}} 到 {{max}}', en: 'Number from {{min}} to {{max}}' },
  ruleInteger: { zh: '整数，{{min}} 到 {{max}}', en: 'Whole number from {{min}} to {{max}}' },
  ruleFlag: { zh: '是 或 否', en: 'Yes or No' },
  ruleDay: { zh: '日期，如 2026-01-31', en: 'Date, such as 2026-01-31' },
  ruleInstant: {
    zh: '日期时间，如 2026-01-31 08:00，按时区 {{zone}}',
    en: 'Date and time, such as 2026-01-31 08:00, in the zone {{zone}}',
  },
  ruleChoice: { zh: '可选：{{choices}}', en: 'One of: {{choices}}' },
  ruleReference: { zh: '已有的{{name}}', en: 'Must already exist: {{name}}' },
  ruleKey: { zh: '用于识别已有数据', en: 'Identifies the row' },
  ruleUpper: { zh: '转为大写', en: 'converted to capitals' },
  ruleUnique: { zh: '不能重复', en: 'must be unique' },
  ruleDecimals: { zh: '最多 {{count}} 位小数', en: 'up to {{count}} {{count, plural(one: decimal; other: decimals)}}' },
  ruleMany: { zh: '多个值以逗号分隔', en: 'separate several values by commas' },
  ruleDefault: { zh: '默认为 {{value}}', en: 'default: {{value}}' },
  ruleJoin: { zh: '；', en: '; ' },
  noteExample: { zh: '示例', en: 'Example' },
  noteHelp: { zh: '说明', en: 'Note' },
  mode: { zh: '已有数据', en: 'Existing rows' },
  modeAdd: { zh: '只新增，已有的不导入', en: 'Add only; skip existing rows' },
  modeUpdate: { zh: '新增，并按“{{key}}”更新已有的', en: 'Add, and update rows with the same {{key}}' },
  reading: { zh: '正在读取文件', en: 'Reading the file' },
  checking: { zh: '正在校验', en: 'Checking' },
  running: { zh: '正在导入', en: 'Importing' },
  checkedOf: {
    zh: '已校验 {{done}} / {{total}} 行',
    en: '{{done}} of {{total}} {{total, plural(one: row; other: rows)}} checked',
  },
  doneOf: {
    zh: '已处理 {{done}} / {{total}} 行',
    en: '{{done}} of {{total}} {{total, plural(one: row; other: rows)}} done',
  },
  insert: { zh: '新增', en: 'To add' },
  update: { zh: '更新', en: 'To update' },
  same: { zh: '无变化', en: 'Unchanged' },
  refused: { zh: '未通过', en: 'Refused' },
  rows: { zh: '{{count}} 行', en: '{{count}} {{count, plural(one: row; other: rows)}}' },
  repeated: { zh: '与文件中前面的行重复', en: 'Repeats an earlier row' },
  ignored: {
    zh: '以下列不在{{name}}的字段中，将被忽略：{{columns}}',
    en: 'Unknown columns ({{name}}) are ignored: {{columns}}',
  },
  previewFirst: {
    zh: '先显示有问题的行，再显示其余的行；共 {{count}} 行，显示前 {{shown}} 行',
    en: 'Rows with problems come first; {{count}} {{count, plural(one: row; other: rows)}} in all, the first {{shown}} are shown',
  },
  rowNumber: { zh: '行号', en: 'Row' },
  plan: { zh: '处理方式', en: 'Result' },
  problems: { zh: '问题', en: 'Problems' },
  start: { zh: '导入 {{count}} 行', en: 'Import {{count}} {{count, plural(one: row; other: rows)}}' },
  nothing: { zh: '没有可导入的行', en: 'Nothing to import' },
  other: { zh: '换一个文件', en: 'Another file' },
  finished: { zh: '导入完成', en: 'Import finished' },
  finishedText: {
    zh: '新增 {{insert}} 行，更新 {{update}} 行，无变化 {{same}} 行，未导入 {{refused}} 行',
    en: '{{insert}} added, {{update}} updated, {{same}} unchanged, {{refused}} refused',
  },
  downloadRefused: { zh: '下载未导入的行', en: 'Download refused rows' },
  reasons: { zh: '未导入的原因', en: 'Reason' },
  close: { zh: '完成', en: 'Done' },
  keepRunning: { zh: '可以关闭此窗口，导入会在后台继续', en: 'You may close this window; the import continues' },
  failed: { zh: '导入失败', en: 'The import failed' },
  error: {
    type: { zh: '只支持 xlsx 和 csv 文件', en: 'Only xlsx and csv files can be imported' },
    oldExcel: {
      zh: '不支持旧版 xls 文件，请另存为 xlsx 或 csv',
      en: 'Old xls files cannot be read: save it as xlsx or csv',
    },
    encrypted: {
      zh: '文件设有密码，请取消密码后再导入',
      en: 'The file is protected by a password: remove the password and import it again',
    },
    tooLarge: { zh: '文件超过 {{size}} MB', en: 'The file is larger than {{size}} MB' },
    inflated: { zh: '文件解压后过大，无法读取', en: 'The file is too large once unpacked' },
    spread: {
      zh: '工作表中有远离表格的单元格，范围达 {{count}} 个单元格，请删除表格右侧和下方的多余内容后再导入',
      en: 'The sheet spans {{count}} {{count, plural(one: cell; other: cells)}} because of a cell far from the table: delete the contents far beside or below it',
    },
    encoding: { zh: '无法识别文件的编码，请另存为 UTF-8', en: 'The encoding of the file is unknown: save it as UTF-8' },
    unreadable: { zh: '无法读取文件，文件可能已损坏', en: 'The file cannot be read; it may be damaged' },
    empty: { zh: '文件中没有数据行', en: 'The file has no rows of data' },
    tooMany: {
      zh: '文件有 {{count}} 行，最多可导入 {{max}} 行，请拆分后再导入',
      en: 'The file has {{count}} {{count, plural(one: row; other: rows)}}, {{max}} can be imported at once: split it',
    },
    noHeading: { zh: '第一行没有可识别的标题，请使用模板', en: 'The first row has no known heading: use the template' },
    missing: { zh: '缺少必需的列：{{columns}}', en: 'Columns are missing: {{columns}}' },
    merged: { zh: '文件中有合并的单元格，请取消合并后再导入', en: 'The file has merged cells: split them first' },
    slow: { zh: '读取文件超时，文件可能过于复杂', en: 'Reading took too long; the file may be too complex' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    entityImport: typeof entityImport;
  }
}
