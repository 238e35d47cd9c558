// Writes docs/decisions/README.md from the decisions; with --check it says whether the file is up to date. In both cases it fails
// when a decision does not have the form that is described there, or a number is missing.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Numbers that were given to work which has not ended. */
const reserved: readonly number[] = [58, 59, 60, 90];

const folder = new URL('../docs/decisions/', import.meta.url);
const index = new URL('README.md', folder);
const problems: string[] = [];

type Decision = { number: number; file: string; title: string; date: string; status: string };

/** The decision in a file; what is wrong with its form is added to the problems. */
function readDecision(file: string): Decision {
  const [heading = '', blank, about = ''] = readFileSync(new URL(file, folder), 'utf8').split('\n');
  const number = Number(file.slice(0, 4));
  const [, given, title = ''] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
  const [, date = '', status = ''] =
    /^Date: (\d{4}-\d{2}-\d{2})\. Status: (accepted|superseded by \[.+\]\(.+\))\.$/.exec(about) ?? [];
  if (!/^\d{4}(?:-[a-z0-9]+)+\.md$/.test(file)) problems.push(`${file}: the name is not NNNN-in-lower-case.md`);
  if (Number(given) !== number) problems.push(`${file}: the first line is not "# ${number}. Title"`);
  if (blank !== '' || Number.isNaN(Date.parse(date)))
    problems.push(
      `${file}: the third line is not "Date: YYYY-MM-DD. Status: accepted." or "… Status: superseded by [NNNN](file)."`,
    );
  const target = /\]\((.+)\)/.exec(status)?.[1];
  if (target !== undefined && !existsSync(new URL(target, folder))) problems.push(`${file}: there is no ${target}`);
  return { number, file, title, date, status };
}

const files = readdirSync(folder).filter((name) => name !== 'README.md');
const decisions = files.toSorted().map(readDecision);
const numbers = decisions.map(({ number }) => number);
for (const number of numbers.filter((one, place) => numbers.indexOf(one) !== place))
  problems.push(`two decisions have the number ${number}`);
for (let number = 1; number < Math.max(...numbers); number += 1)
  if (!numbers.includes(number) && !reserved.includes(number)) problems.push(`there is no decision ${number}`);

const wanted = [
  '# Decisions',
  '',
  'Each says what could have been done, what was chosen and what is bad about it. The first line is the title with its number, the third the',
  'date and whether it still holds. A decision that was replaced stays and names the one that replaced it. `npm run generate` writes this',
  'list; `npm run check` proves the form.',
  '',
  '| | Decision | Date | Status |',
  '| --- | --- | --- | --- |',
  ...decisions.map(
    ({ file, title, date, status }) => `| ${file.slice(0, 4)} | [${title}](${file}) | ${date} | ${status} |`,
  ),
  '',
].join('\n');

for (const problem of problems) console.error(`docs/decisions: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
else if (!process.argv.includes('--check')) writeFileSync(index, wanted);
else if (!existsSync(index) || readFileSync(index, 'utf8') !== wanted) {
  console.error('docs/decisions/README.md is stale: run npm run generate');
  process.exitCode = 1;
}
