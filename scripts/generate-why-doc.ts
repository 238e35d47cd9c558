// Writes docs/why.md from the kinds of sentences that say why something is as it is; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mendOfRule, whyKinds } from '#domain/tracking/why/why.ts';
import { why as en } from '#web/i18n/en/why.ts';
import { why as zh } from '#web/i18n/zh/why.ts';

const file = new URL('../docs/why.md', import.meta.url);
const subjects = [
  ['exception', 'An exception', '异常'],
  ['value', 'A fused value', '融合值'],
  ['pull', 'Asking a source', '向数据源请求'],
  ['record', "A person's wish to ask again", '人工要求的重新拉取'],
  ['task', 'A task of the queue', '后台任务'],
  ['schedule', 'A schedule of a subscription', '订阅的执行计划'],
  ['run', 'Work that somebody started', '人工启动的执行'],
] as const;
const unreported = whyKinds.filter((kind) => !subjects.some(([prefix]) => kind.startsWith(prefix)));
if (unreported.length > 0) throw new Error(`kinds of sentences without a section: ${unreported.join(', ')}`);
const cell = (text: string): string => text.replaceAll('|', '\\|');
const sections = subjects.flatMap(([prefix, title, titleZh]) => [
  `## ${title} ${titleZh}`,
  '',
  '| Kind | Sentence | 句子 |',
  '| --- | --- | --- |',
  ...whyKinds
    .filter((kind) => kind.startsWith(prefix))
    .map((kind) => `| \`${kind}\` | ${cell(en[kind])} | ${cell(zh[kind])} |`),
  '',
]);
const wanted = [
  '# Why? 为什么？',
  '',
  'Every exception, fused value and waiting or failing task says in one sentence why it is as it is, with the one button that mends it.',
  '`src/domain/tracking/why/why.ts` decides the kind and what is put in; a test walks all rules, attributes and states. This file is generated.',
  '',
  ...sections,
  '## What mends the problems of a rule 各规则的处理按钮',
  '',
  '| Rule | Button | 按钮 |',
  '| --- | --- | --- |',
  ...[...mendOfRule]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, mend]) =>
      mend === null
        ? `| \`${code}\` | none: only the world can | 无：只能等待实际情况变化 |`
        : `| \`${code}\` | ${en.mend[mend]} | ${zh.mend[mend]} |`,
    ),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/why.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
