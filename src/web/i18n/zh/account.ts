/** Account security: the second factor and the own sessions. */
export const account = {
  factor: '两步验证',
  sessions: '登录会话',
  off: '未启用。启用后，登录时除密码外还需输入验证器应用中的验证码。',
  on: '已启用，自',
  left: '剩余恢复码 {{count}} 个',
  password: '当前密码',
  code: '验证码',
  scan: '用验证器应用扫描二维码，然后输入其中显示的 6 位数字。',
  secret: '无法扫码时输入密钥：',
  confirm: '启用',
  switchOn: '设置两步验证',
  switchOff: '停用两步验证',
  codes: '请保存以下恢复码。手机不在身边时，每个恢复码可代替验证码使用一次；此处只显示这一次。',
  codesKept: '已保存',
  noPassword: '您通过统一身份认证登录，两步验证由其负责。',
  failed: '操作失败',
} as const;
