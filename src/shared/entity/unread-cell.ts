import { asRecord } from '../values/objects.ts';
import type { Text } from './declare.ts';

/**
 * A cell of a file whose value is not known: it shows an error of the spreadsheet, or the result of its formula was not saved.
 * It travels as it is, so that nobody takes it for an empty one. `text` is the error, or the formula with its sign.
 */
export type UnreadCell = { readonly unread: 'error' | 'formula'; readonly text: string };

/** Whether a value stands for a cell that could not be read. */
export function isUnread(value: unknown): value is UnreadCell {
  const { unread, text } = asRecord(value);
  return (unread === 'error' || unread === 'formula') && typeof text === 'string';
}

/** What is wrong with a cell that could not be read, by the name of its column. */
export const unreadText = (label: Text, { unread, text }: UnreadCell): Text =>
  unread === 'error'
    ? {
        zh: `${label.zh}的单元格是错误值 ${text}，请先在表格中更正`,
        en: `${label.en}: the cell shows the error ${text}. Correct it in the sheet first`,
      }
    : {
        zh: `${label.zh}的公式没有保存计算结果，请用表格软件打开并保存文件后再导入`,
        en: `${label.en}: the result of the formula was not saved. Open the file in a spreadsheet program, save it and import it again`,
      };
