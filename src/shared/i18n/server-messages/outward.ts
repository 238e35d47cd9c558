import type { MessageTable } from './types.ts';

/** Keys of the outward API. */
export const outwardMessages = {
  'apiKey.nameRequired': { zh: '请填写密钥名称', en: 'Please give the key a name' },
  'apiKey.tooMany': { zh: '每个租户最多 {{most}} 个有效密钥', en: 'A tenant may have at most {{most}} keys in use' },
  'apiKey.created': {
    zh: '密钥已创建，请立即保存，之后不再显示',
    en: 'Key created. Store it now: it is not shown again',
  },
  'apiKey.revoked': { zh: '密钥已停用', en: 'The key is no longer valid' },
  'webhook.keyNeeded': {
    zh: '该租户还没有可读取货物事件的密钥，请先新建密钥，再添加网络回调',
    en: 'This tenant has no key for shipment events. Create a key first, then add the webhook',
  },
  'webhook.refused': { zh: '接口拒绝了该设置：{{detail}}', en: 'The interface refused this: {{detail}}' },
  'webhook.refused.address': { zh: '请填写完整的 http 或 https 地址', en: 'Enter a complete http or https address' },
  'webhook.refused.internal': {
    zh: '该地址属于内部网络或无法解析，不能向其发送。请填写公网地址，或由管理员加入 NOTIFY_ALLOWED_URLS',
    en: 'This address is internal or unknown and cannot be called. Enter a public address, or have the administrator add it to NOTIFY_ALLOWED_URLS',
  },
  'webhook.refused.head': {
    zh: '该地址没有以 2xx 应答 HEAD 请求。请先启动接收方并应答 HEAD，再保存',
    en: 'The address did not answer a HEAD request with 2xx. Start the receiver, let it answer HEAD, and save again',
  },
  'webhook.refused.tooMany': {
    zh: '该租户的网络回调已达上限，请先终止不用的',
    en: 'This tenant has too many webhooks. End those that are not used',
  },
  'webhook.noAnswer': { zh: '没有应答', en: 'No answer' },
  'webhook.answered': { zh: '应答 HTTP {{status}}', en: 'Answered HTTP {{status}}' },
  'webhook.resendWhat': {
    zh: '请指定要重新发送的记录，或一个起始时间（二选一）',
    en: 'Name either the deliveries to send again, or a time to begin from',
  },
  'webhook.paused': {
    zh: '该网络回调已暂停，请先恢复再重新发送',
    en: 'This webhook is paused. Resume it before you send again',
  },
  'webhook.added': {
    zh: '网络回调已添加，请立即保存签名密钥，之后不再显示',
    en: 'Webhook added. Store its secret now: it is not shown again',
  },
  'webhook.changed': { zh: '网络回调已修改', en: 'Webhook changed' },
  'webhook.pausedNow': { zh: '已暂停，新事件将等待恢复后发送', en: 'Paused: new events wait until it is resumed' },
  'webhook.goesOn': { zh: '已恢复发送', en: 'Sending again' },
  'webhook.rotated': {
    zh: '签名密钥已更换，旧密钥在 24 小时内仍同时签名',
    en: 'Secret changed. The former one signs too for 24 hours',
  },
  'webhook.ended': { zh: '网络回调已终止', en: 'Webhook ended' },
  'webhook.resending': { zh: '{{count}} 条将重新发送', en: '{{count}} will be sent again' },
  'webhook.nothingToResend': { zh: '没有需要重新发送的记录', en: 'Nothing has to be sent again' },
  'testShipment.unknownReference': {
    zh: '“{{reference}}”不是测试编号。提单形如 ZZZZ010001，箱号形如 ZZZU0100010，见页面上的列表',
    en: '“{{reference}}” is no test reference. Bills look like ZZZZ010001, containers like ZZZU0100010: see the list on the page',
  },
  'testShipment.tooMany': {
    zh: '每个租户最多同时有 {{most}} 票测试货物，请先清除',
    en: 'A tenant may have at most {{most}} test shipments at a time. Clear them first',
  },
  'testShipment.started': { zh: '测试货物已开始', en: 'Test shipment started' },
  'testShipment.cleared': { zh: '已清除 {{count}} 票测试货物', en: '{{count}} test shipments removed' },
} as const satisfies MessageTable;
