import type { TextTree } from '#web/i18n/all-texts.ts';

/** Account security: two-step verification and the own sessions. */
export const account = {
  factor: { zh: '两步验证', en: 'Two-step verification' },
  sessions: { zh: '登录会话', en: 'Sessions' },
  off: {
    zh: '未启用。启用后，登录时除密码外还需输入验证器应用中的验证码。',
    en: 'Off. When it is on, signing in also requires a code from an authenticator app.',
  },
  on: { zh: '已启用，自', en: 'On since' },
  left: { zh: '剩余恢复码 {{count}} 个', en: 'recovery codes left: {{count}}' },
  password: { zh: '当前密码', en: 'Current password' },
  code: { zh: '验证码', en: 'Code' },
  scan: {
    zh: '用验证器应用扫描二维码，然后输入其中显示的 6 位数字。',
    en: 'Scan the code with an authenticator app, then enter the six digits it shows.',
  },
  secret: { zh: '无法扫码时输入密钥：', en: 'Or enter the secret:' },
  confirm: { zh: '启用', en: 'Switch on' },
  switchOn: { zh: '设置两步验证', en: 'Set up two-step verification' },
  switchOff: { zh: '停用两步验证', en: 'Switch two-step verification off' },
  codes: {
    zh: '请保存以下恢复码。手机不在身边时，每个恢复码可代替验证码使用一次；此处只显示这一次。',
    en: 'Store these recovery codes safely. Each can be used once instead of a code when you do not have your phone. They are shown only now.',
  },
  codesKept: { zh: '已保存', en: 'I have stored them' },
  noPassword: {
    zh: '您通过统一身份认证登录，两步验证由其负责。',
    en: 'You use single sign-on; your identity provider manages two-step verification.',
  },
  devices: { zh: '设备推送', en: 'Push notifications' },
  devicesHint: {
    zh: '站内消息到达时，即使没有打开航图，以下设备也会显示通知；通知只含标题，点按打开对应页面。退出登录后，当前设备不再接收。',
    en: 'These devices show a notification when a message arrives in your inbox, also while Portolan is closed. It holds the title only; tapping it opens the page. Signing out removes this device.',
  },
  devicesImpossible: {
    zh: '此浏览器无法接收推送：需通过 https 访问，并使用支持推送的浏览器；iPhone 和 iPad 须先将航图添加到主屏幕。',
    en: 'This browser cannot receive notifications. They need https and a browser that supports them; on iPhone and iPad, add Portolan to the home screen first.',
  },
  devicesDenied: {
    zh: '浏览器已禁止航图显示通知，请在浏览器的网站设置中允许后重试。',
    en: 'The browser blocks notifications of Portolan. Allow them in its settings for this site, then try again.',
  },
  deviceAdd: { zh: '在此设备上接收推送', en: 'Receive notifications on this device' },
  deviceRemove: { zh: '停止推送', en: 'Stop' },
  deviceRemoveNamed: { zh: '停止向 {{name}} 推送', en: 'Stop notifications on {{name}}' },
  deviceSince: { zh: '添加于', en: 'Added' },
  deviceRung: { zh: '最近推送', en: 'Last notification' },
  thisDevice: { zh: '当前设备', en: 'This device' },
  programs: { zh: '已连接的程序', en: 'Connected programs' },
  programsNone: {
    zh: '没有程序连接到您的账号。智能助手等程序通过 OAuth 连接后显示在此。',
    en: 'No program is connected to your account. Programs such as assistants appear here once they are connected by OAuth.',
  },
  programScope: {
    read: { zh: '查询', en: 'Read' },
    act: { zh: '操作', en: 'Act' },
  },
  programSince: { zh: '连接于', en: 'Connected' },
  programUsed: { zh: '最近使用', en: 'Last used' },
  programEnd: { zh: '断开', en: 'Disconnect' },
  programEndNamed: { zh: '断开 {{name}}', en: 'Disconnect {{name}}' },
  programEndTitle: { zh: '断开“{{name}}”？', en: 'Disconnect "{{name}}"?' },
  programEndContent: {
    zh: '断开立即生效，该程序不能再以您的名义访问；需要时可在程序中重新连接。',
    en: 'It takes effect at once: the program has no access in your name any more. You can connect it again from the program.',
  },
  failed: { zh: '操作失败', en: 'The action failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    account: typeof account;
  }
}
