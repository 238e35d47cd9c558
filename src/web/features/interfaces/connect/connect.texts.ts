import type { TextTree } from '#web/i18n/all-texts.ts';

/** The page on which a person lets a program in. */
export const connect = {
  title: { zh: '连接程序', en: 'Connect a program' },
  asks: {
    zh: '一个程序请求以您的名义使用航图。它自称：',
    en: 'A program asks to use Portolan in your name. It calls itself:',
  },
  answersTo: { zh: '返回地址', en: 'Answers go to' },
  onThisComputer: { zh: '（运行在您的电脑上）', en: '(on your computer)' },
  you: { zh: '当前账号', en: 'Signed in as' },
  otherPerson: { zh: '换一个账号', en: 'Use another account' },
  nameIsItsOwn: {
    zh: '名称由程序自己填写，航图无法核实。如果不是您本人刚刚在该程序中发起连接，请拒绝。',
    en: 'The program chose this name itself; Portolan cannot verify it. If you did not just start connecting in that program, deny it.',
  },
  tenant: { zh: '连接到哪个租户（只能选一个）', en: 'Tenant to connect to (one only)' },
  scopes: { zh: '允许它', en: 'Allow it to' },
  scope: {
    read: { zh: '查询', en: 'Read' },
    act: { zh: '操作', en: 'Act' },
  },
  allows: {
    shipments: { zh: '查看货物、在途位置、异常和订单', en: 'See shipments, positions, exceptions and orders' },
    plans: { zh: '查看船期、港口动态和船舶位置', en: 'See sailings, ports and positions of vessels' },
    money: { zh: '查看您能看到的运价', en: 'See the prices that you may see' },
    handle: { zh: '评论、分配、处理和暂缓异常', en: 'Comment on, assign, handle and snooze exceptions' },
    track: { zh: '添加跟踪', en: 'Add tracking' },
    name: {
      zh: '每项操作都以您的名义记入操作审计，并注明该程序',
      en: 'Each act is recorded in the audit in your name, with the name of the program',
    },
  },
  mayNotAct: {
    zh: '您的角色不能执行操作，因此该程序只能查询。',
    en: 'Your role allows no actions, so this program can only read.',
  },
  until: {
    zh: '程序看到的不会超过您本人。连接 30 天未使用即失效，最长 180 天；您可以随时在“账号安全”中断开。',
    en: 'The program never sees more than you do. The connection ends after 30 days without use, and after 180 days at the latest. You can disconnect it under "Account security" at any time.',
  },
  allow: { zh: '允许', en: 'Allow' },
  deny: { zh: '拒绝', en: 'Deny' },
  failed: { zh: '未能答复程序', en: 'The program could not be answered' },
  problemTitle: { zh: '无法连接该程序', en: 'This program cannot be connected' },
  problem: {
    invalid_redirect_uri: {
      zh: '程序要求把答复发送到一个未登记的地址，为安全起见已停止。',
      en: 'The program wants its answer at an address that it did not register. For your safety this was stopped.',
    },
    invalid_client: {
      zh: '航图不认识该程序：它的登记可能已过期。',
      en: 'Portolan does not know this program. Its registration may have expired.',
    },
    other: { zh: '连接请求有误，或已超过 15 分钟失效。', en: 'The request is not valid, or is older than 15 minutes.' },
  },
  problemNext: {
    zh: '请回到程序中重新连接；如果仍然失败，请在程序中删除该连接后重新添加。',
    en: 'Go back to the program and connect again. If that fails, remove the connection there and add it again.',
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    connect: typeof connect;
  }
}
