import type { Text } from '../i18n/text.ts';
import { asRecord, isOneOf } from '../values/objects.ts';

/** Why a cell has no value: it shows an error, the result of its formula was not saved, or its row has more cells than there are headings. */
export const unreadReasons = ['error', 'formula', 'surplus'] as const;

/**
 * A cell of a file whose value is not known. It travels as it is, so that nobody takes it for an empty one. `text` is the error, the
 * formula with its sign, or what stands in the row from the last column on.
 */
export type UnreadCell = { readonly unread: (typeof unreadReasons)[number]; readonly text: string };

/** Whether a value stands for a cell that could not be read. */
export function isUnread(value: unknown): value is UnreadCell {
  const { unread, text } = asRecord(value);
  return isOneOf(unreadReasons, unread) && typeof text === 'string';
}

/** What is wrong with a cell that could not be read, by the name of its column. */
export function unreadText(label: Text, { unread, text }: UnreadCell): Text {
  switch (unread) {
    case 'error':
      return {
        zh: `${label.zh}的单元格是错误值 ${text}，请先在表格中更正`,
        en: `${label.en}: the cell shows the error ${text}. Correct it in the sheet first`,
      };
    case 'formula':
      return {
        zh: `${label.zh}的公式没有保存计算结果，请用表格软件打开并保存文件后再导入`,
        en: `${label.en}: the result of the formula was not saved. Open the file in a spreadsheet program, save it and import it again`,
      };
    case 'surplus':
      return {
        zh: `该行的单元格多于标题：“${text}”。文本中含有分隔符时请加引号`,
        en: `The row has more cells than there are headings: "${text}". A text with separators needs quotes`,
      };
  }
}
