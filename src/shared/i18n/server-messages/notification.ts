import type { MessageTable } from './types.ts';

/** Why a notification was not delivered, and what is stated about sending. */
export const notificationMessages = {
  'notification.testSent': { zh: '测试通知已送达', en: 'The test was delivered' },
  'notification.testFailed': { zh: '测试通知未送达：{{reason}}', en: 'The test was not delivered: {{reason}}' },
  'notification.queued': {
    zh: '已重新排队 {{count}} 条通知',
    en: '{{count}} {{count, plural(one: notification is; other: notifications are)}} sent again',
  },
  'notification.noneQueued': {
    zh: '没有可重新发送的通知：正在等待发送的通知无需重发',
    en: 'Nothing to resend: waiting notifications will be sent anyway',
  },
  'notification.deviceAdded': { zh: '新消息会推送到此设备', en: 'New messages are now shown on this device' },
  'notification.deviceRemoved': { zh: '不再向该设备推送', en: 'Messages are no longer shown on that device' },
  'notification.tooManyDevices': {
    zh: '最多可以向 {{max}} 台设备推送，请先移除不用的设备',
    en: 'At most {{max}} devices can show messages; remove one first',
  },
  'notification.pushAddress': {
    zh: '该推送服务不在允许的范围内：须为常用浏览器的推送服务（https），或由管理员将其地址列入 NOTIFY_ALLOWED_URLS',
    en: 'This push service is not allowed: it must be that of a common browser (https), or an administrator must add its address to NOTIFY_ALLOWED_URLS',
  },
  'notification.pushKeys': {
    zh: '浏览器给出的推送密钥无效，请重试',
    en: 'The browser gave keys that are not valid; try again',
  },
  'notification.devicesOfUsers': { zh: '只有登录的用户可以接收推送', en: 'Only signed-in users have devices' },
  'notification.pushTitle': { zh: '您有一条新消息', en: 'You have a new message' },
  'notification.testSubject': { zh: '{{name}}：测试通知', en: '{{name}}: test' },
  'notification.testStatus': { zh: '测试', en: 'Test' },
  'notification.testError': {
    zh: '这是一条测试通知，用于确认反馈定义可以送达。',
    en: 'This is a test. It shows that this feedback definition reaches its receiver.',
  },
  'notification.reason.bad_address': { zh: '地址不正确', en: 'The address is wrong' },
  'notification.reason.internal_address': {
    zh: '地址指向内部网络，不允许访问',
    en: 'The address is in an internal network, which is not allowed',
  },
  'notification.reason.unknown_host': { zh: '找不到该主机', en: 'Unknown host' },
  'notification.reason.timeout': { zh: '接收方未在时限内应答', en: 'The receiver did not answer in time' },
  'notification.reason.unreachable': { zh: '无法连接到接收方', en: 'The receiver cannot be reached' },
  'notification.reason.no_http': { zh: '接收方的应答不是 HTTP', en: "The receiver's answer is not HTTP" },
  'notification.reason.bad_certificate': { zh: '接收方的证书无效', en: 'The certificate of the receiver is not valid' },
  'notification.reason.bad_answer': { zh: '接收方的应答无法识别', en: 'The answer of the receiver cannot be read' },
  'notification.reason.redirected': {
    zh: '接收方要求跳转，不予跟随，请填写最终地址',
    en: 'The receiver redirects; redirects are not followed: enter the final address',
  },
  'notification.reason.too_many': { zh: '接收方要求稍后再发', en: 'The receiver asked to send later' },
  'notification.reason.receiver_failed': { zh: '接收方出错', en: 'The receiver failed' },
  'notification.reason.receiver_refused': { zh: '接收方拒绝了通知', en: 'The receiver refused it' },
  'notification.reason.robot_refused': { zh: '机器人拒绝了通知', en: 'The robot refused it' },
  'notification.reason.robot_guarded': {
    zh: '机器人的安全设置拒绝了通知，请检查签名密钥、关键词和 IP 白名单',
    en: 'The security settings of the robot refused it: check the signing secret, its keywords and its list of addresses',
  },
  'notification.reason.robot_gone': {
    zh: '机器人或频道已不存在，请重新创建并填写新的地址',
    en: 'The robot or the channel no longer exists: create it again and enter the new address',
  },
  'notification.reason.message_refused': {
    zh: '接收方不接受该消息的内容或格式',
    en: 'The receiver does not accept the content or form of the message',
  },
  'notification.reason.message_too_long': {
    zh: '接收方认为消息过长',
    en: 'The message is too long for the receiver',
  },
  'notification.reason.gone': {
    zh: '接收方不再接收（410），反馈定义已停用',
    en: 'The receiver no longer accepts notifications (410); the definition was disabled',
  },
  'notification.reason.bad_secret': { zh: '网络回调密钥格式不正确', en: 'The secret of the webhook is malformed' },
  'notification.reason.secret_lost': {
    zh: '认证信息无法解密，请重新填写',
    en: 'The credential can no longer be decrypted; enter it again',
  },
  'notification.reason.mail_not_configured': {
    zh: '未配置发信服务器（SMTP_URL）',
    en: 'No mail server is configured (SMTP_URL)',
  },
  'notification.reason.mail_login_failed': { zh: '发信服务器登录失败', en: 'The mail server refused the login' },
  'notification.reason.mail_refused': { zh: '发信服务器拒收', en: 'The mail server refused the mail' },
  'notification.reason.mail_put_off': { zh: '发信服务器要求稍后重试', en: 'The mail server asks to try again later' },
  'notification.reason.sms_not_configured': {
    zh: '未配置短信网关（SMS_GATEWAY_URL），无法发送短信',
    en: 'No SMS gateway is configured (SMS_GATEWAY_URL), so text messages cannot be sent',
  },
  'notification.reason.nobody': {
    zh: '该租户没有地址所列的用户',
    en: 'No user in the address has access to this tenant',
  },
  'notification.reason.definition_gone': { zh: '反馈定义已删除', en: 'The definition was deleted' },
  'notification.reason.definition_off': { zh: '反馈定义已停用', en: 'The definition is disabled' },
  'notification.reason.interrupted': {
    zh: '发送后未及记录，可能已送达',
    en: 'Interrupted before it was recorded; it may have arrived',
  },
  'notification.reason.unknown_type': { zh: '不支持该反馈方式', en: 'Unsupported notification type' },
  'notification.reason.internal': { zh: '发送程序出错', en: 'Sending failed on our side' },
} as const satisfies MessageTable;
