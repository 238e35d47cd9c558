// Writes docs/settings.md from the declaration of settings; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { settingsTable } from '#server/platform/config/setting-docs.ts';

const file = new URL('../docs/settings.md', import.meta.url);
const wanted = [
  '# Settings 设置',
  '',
  'Settings are environment variables, checked at start. A wrong setting prints one line and the product exits with status 1. This file is',
  'generated from `src/server/platform/config/setting-docs.ts`.',
  '设置即环境变量，启动时检查。设置有误时打印一行说明并以状态 1 退出。本文件由 `src/server/platform/config/setting-docs.ts` 生成。',
  '',
  settingsTable(),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/settings.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
