// Writes docs/connect-a-carrier.md from the profiles of counterparts; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { keysOf } from '#shared/values/objects.ts';
import { type SourceProfile, sourceProfiles } from '#server/connectors/index.ts';

const file = new URL('../docs/connect-a-carrier.md', import.meta.url);
const kinds = { bill: 'bill 提单', booking: 'booking 订舱', container: 'container 箱号' } as const;
const limits = {
  perMinute: 'a minute 每分钟',
  perHour: 'an hour 每小时',
  perDay: 'a day 每天',
  atOnce: 'at once 同时',
} as const;

function limitsOf(profile: SourceProfile): string {
  const known = keysOf(limits).flatMap((name) => {
    const value = profile.limits[name];
    return value === undefined ? [] : [`${value} ${limits[name]}`];
  });
  return known.length === 0 ? '—' : known.join(', ');
}

/** What is to be done for pushes, to the address of the source. */
function pushesOf({ push, pushSteps }: SourceProfile): string {
  if (pushSteps !== undefined) return `${pushSteps.en} ${pushSteps.zh}`;
  return push === null ? 'none 无' : `signed by the header \`${push.header}\` 带签名`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function sectionOf(profile: SourceProfile): string[] {
  const { production, test } = profile.endpoints;
  const address = production.baseUrl === '' ? 'given by the carrier 由船公司提供' : `\`${production.baseUrl}\``;
  return [
    `## ${profile.label.en} ${profile.label.zh}`,
    '',
    profile.steps.en,
    '',
    profile.steps.zh,
    '',
    `- Portal 门户: <${profile.portalUrl}>, documentation 文档: <${profile.docsUrl}>`,
    `- Carriers 船公司: ${profile.carriers.length === 0 ? 'those that you name 由您填写' : profile.carriers.join(', ')}`,
    `- Asked by 可按以下编号查询: ${profile.references.map((kind) => kinds[kind]).join(', ')}`,
    `- Address 地址: ${address}${test === undefined ? '' : `, test 测试 \`${test.baseUrl}\``}`,
    `- Limits 限额: ${limitsOf(profile)}`,
    `- Pushes 推送: ${pushesOf(profile)}`,
    ...(profile.registers === true
      ? [
          '- A reference is registered there once, by the first question; a test registers nothing. 首次查询时登记编号，测试不会登记。',
        ]
      : []),
    '',
    '| Field | 字段 | Where to find it | 在哪里 |',
    '| --- | --- | --- | --- |',
    ...profile.credentials.map(
      ({ label, help, optional }) =>
        `| ${cell(label.en)}${optional === true ? ' (optional)' : ''} | ${cell(label.zh)} | ${cell(help.en)} | ${cell(help.zh)} |`,
    ),
    '',
  ];
}

const wanted = [
  '# Connect a carrier 对接船公司与平台',
  '',
  'From the portal of a carrier to the first tracked shipment. This file is generated from `src/server/connectors/profiles`.',
  '从船公司门户到第一票可跟踪的货。本文件由 `src/server/connectors/profiles` 生成。',
  '',
  '1. Get keys from the portal of the carrier or platform, as described below. 按下文从门户取得凭据。',
  '2. Open "Sources" (`/sources`), press "Connect a source", choose the counterpart and enter the keys. 打开“数据源”，点击“连接数据源”，选择对接方并填写凭据。',
  '3. Press "Test". Each step tells its result in one sentence: address, connection, encryption, access token, question, reading. 点击“测试”，逐步查看结果。',
  '4. Save. Subscriptions that exist already are given to the new source within a minute. 保存后，已有订阅会在一分钟内通过新数据源查询。',
  '5. Paste your references on "Ocean tracking" (`/trace-index`). 在“海运跟踪”粘贴编号。',
  '',
  'Each carrier shows a customer only his own shipments. A tenant can therefore have keys of its own ("Keys and test" of a source): its',
  'subscriptions are asked with them, and with the keys of the platform otherwise, where that is allowed.',
  '船公司只向客户展示其自己的货物，因此租户可以有自己的凭据；没有时使用平台凭据（如允许）。',
  '',
  'A counterpart that pushes is given the address `https://<this server>/api/data-center/dcsa/v2/notifications/<code of the source>`; the push secret',
  'stands at the source, or with the keys of a tenant for pushes of its own account.',
  '支持推送的对接方请使用地址 `https://<本系统>/api/data-center/dcsa/v2/notifications/<数据源编码>`；推送密钥填写在数据源上，租户自己账号的推送密钥填写在其凭据中。',
  '',
  'To add a carrier that speaks DCSA Track & Trace: one file in `src/server/connectors/profiles` and its counterpart in `profiles.test.ts`.',
  '',
  ...sourceProfiles.flatMap(sectionOf),
].join('\n');

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/connect-a-carrier.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
