import { keysOf } from '#shared/values/objects.ts';
import type { CallShape } from './call.ts';
import { calls } from './index.ts';
import { groupOf } from './openapi.ts';
import { paths } from './all-paths.ts';
import type { CallPath } from './call-path.ts';
import type { CallName } from './paths.ts';

const header = `# 接口一览 / Calls

由 \`src/contract\` 生成,请勿手工修改;重新生成:\`npm run generate\`。
Made from \`src/contract\`; do not edit, run \`npm run generate\` instead.

- 每个应答均为 \`{status, msg, data}\`,status 1 表示成功。Every answer is \`{status, msg, data}\`; status 1 means success.
- 每次调用须带请求头 \`source\`(\`Manual\`、\`WaliRobot\`、\`Remote\`、\`TimeTrigger\`),外部推送除外。Every call carries the header \`source\`, except pushes from outside.
- GET 的数组参数为重复的键,每个元素以 JSON 编码。Array parameters of GET are repeated keys, each element JSON-encoded.
- 权限 / access: \`public\` 任何人 anybody; \`session\` 已登录 any signed-in user; \`admin\` 管理员 administrators; 菜单代码 menu codes: 拥有其一即可 any of them is enough.
- 完整的输入输出见运行中的 \`/api/docs\` 与 \`/api/openapi.json\`。Full shapes: \`/api/docs\` and \`/api/openapi.json\` of a running product.
`;

const accessText = (access: CallPath['access']): string =>
  typeof access === 'string' ? access : access.map((menu) => `\`${menu}\``).join(' ');

function rowOf(name: CallName): string {
  const { method, path, access, also }: CallPath = paths[name];
  const { summary }: CallShape = calls[name];
  const methods = also === undefined ? method : `${method}, ${also}`;
  return `| ${methods} | \`${path}\` | ${summary.zh} | ${summary.en} | ${accessText(access)} |`;
}

/** The table of all calls as Markdown, by group and in the order of own-calls.ts. */
export function contractDocument(): string {
  const groups = new Map<string, CallName[]>();
  for (const name of keysOf(paths)) {
    const group = groupOf(paths[name].path);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const sections = [...groups].map(([group, names]) =>
    [
      `## /api/${group}`,
      '',
      '| Method | Path | 说明 | What it does | Access |',
      '|---|---|---|---|---|',
      ...names.map(rowOf),
      '',
    ].join('\n'),
  );
  return `${header}\n${sections.join('\n')}`;
}
