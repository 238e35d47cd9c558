import type { Lang } from '#shared/i18n/text.ts';
import { datasets } from './datasets/index.ts';
import { chapters } from './doc-chapters.ts';

const heads = {
  en: {
    sets: 'Data sets',
    column: 'Column',
    type: 'Type',
    about: 'Meaning',
    key: 'Key',
    replace: 'A changed row replaces rows with the same',
  },
  zh: { sets: '数据集', column: '列', type: '类型', about: '含义', key: '主键', replace: '增量行按下列各列替换旧行' },
} as const;

/** The documentation of the data for analysts in one language. */
export function analyticsDocument(lang: Lang): string {
  const head = heads[lang];
  const quoted = (names: readonly string[]): string =>
    names.map((name) => `\`${name}\``).join(lang === 'zh' ? '、' : ', ');
  const colon = lang === 'zh' ? '：' : ': ';
  const lines = datasets.flatMap(({ name, label, about, key, replaceBy, columns }) => [
    `### ${name}${lang === 'zh' ? `（${label.zh}）` : `: ${label.en}`}`,
    '',
    about[lang],
    '',
    `- ${head.key}${colon}${quoted(key)}`,
    `- ${head.replace}${colon}${quoted(replaceBy)}`,
    '',
    `| ${head.column} | ${head.type} | ${head.about} |`,
    '| --- | --- | --- |',
    ...Object.entries(columns).map(
      ([column, { type, required, about: text }]) =>
        `| \`${column}\` | ${type}${required === true ? '' : '?'} | ${text[lang]} |`,
    ),
    '',
  ]);
  return `${[chapters[lang].before.trim(), '', `## ${head.sets}`, '', chapters[lang].types, '', ...lines, chapters[lang].after.trim()].join('\n')}\n`;
}
