import type { MessageTable } from './types.ts';

/** Sources and their keys. */
export const sourceMessages = {
  'source.platformOnly': {
    zh: '这是平台的数据源，只有平台管理员可以修改；您可以为自己的租户填写凭据',
    en: 'This source belongs to the platform: only its administrators change it. You can enter keys for your own tenant',
  },
  'source.positionsForAll': {
    zh: '船舶位置供所有租户使用，请填写平台凭据',
    en: 'Positions of vessels are used by all tenants: enter the keys of the platform',
  },
  'source.missing.none': {
    zh: '没有数据源可以回答：{{carrier}}（{{mode}}）尚未连接。',
    en: 'No source can answer: {{carrier}} is not connected ({{mode}}).',
  },
  'source.missing.kind': {
    zh: '没有数据源可以回答：数据源“{{source}}”不支持按{{kind}}查询（{{carrier}}）。',
    en: 'No source can answer: the source "{{source}}" cannot be asked for a {{kind}} ({{carrier}}).',
  },
  'source.missing.off': {
    zh: '没有数据源可以回答：数据源“{{source}}”已停用（{{carrier}}）。',
    en: 'No source can answer: the source "{{source}}" is switched off ({{carrier}}).',
  },
  'source.missing.noKey': {
    zh: '没有数据源可以回答：数据源“{{source}}”缺少凭据（{{carrier}}）。',
    en: 'No source can answer: the source "{{source}}" has no keys ({{carrier}}).',
  },
  'source.missing.refused': {
    zh: '没有数据源可以回答：数据源“{{source}}”的凭据被拒绝（{{carrier}}）。',
    en: 'No source can answer: the keys of the source "{{source}}" were refused ({{carrier}}).',
  },
  'source.missing.bill': { zh: '提单号', en: 'bill' },
  'source.missing.container': { zh: '箱号', en: 'container' },
  'source.missing.connect': { zh: '请在“数据源”中处理。', en: 'Open "Sources" to mend this.' },
  'source.missing.askAdministrator': { zh: '请联系管理员。', en: 'Ask your administrator.' },
  'source.noProfile': {
    zh: '该数据源没有可填写的凭据',
    en: 'This source takes no keys',
  },
  'source.keyUnknown': { zh: '该对接方没有字段“{{field}}”', en: 'This counterpart has no field "{{field}}"' },
  'source.keyMissing': { zh: '请填写{{label}}', en: 'Enter: {{label}}' },
  'source.keyCharacters': {
    zh: '{{label}}中含有换行或其他不可用的字符，请重新复制',
    en: '{{label}} holds a line break or another character that no key has: copy it again',
  },
  'source.certificate.unreadable': {
    zh: '证书无法读取：应为 PFX 文件，或含证书与私钥的 PEM 文本',
    en: 'The certificate cannot be read: it must be a PFX file, or PEM text with certificate and private key',
  },
  'source.certificate.wrongPassword': { zh: '证书密码不正确', en: 'The password of the certificate is wrong' },
  'source.certificate.noKey': { zh: '证书文件中没有私钥', en: 'The file holds no private key' },
  'source.certificate.noCertificate': { zh: '文件中没有证书', en: 'The file holds no certificate' },
  'source.certificate.otherKey': {
    zh: '私钥与证书不匹配',
    en: 'The private key does not belong to the certificate',
  },
  'source.certificate.tooLong': { zh: '证书文件过大', en: 'The file of the certificate is too large' },
  'source.certificate.expired': {
    zh: '证书已于 {{day}} 过期，请向对接方登记新证书',
    en: 'The certificate expired on {{day}}: register a new one with the counterpart',
  },
  'source.test.unknownHost': {
    zh: '找不到主机 {{host}}：请检查地址，或本机的 DNS',
    en: 'The host {{host}} is unknown: check the address, or the DNS of this server',
  },
  'source.test.internalAddress': {
    zh: '{{host}} 位于内部网络，不允许访问；如确需访问，请管理员在 NOTIFY_ALLOWED_URLS 中加入该地址',
    en: '{{host}} is inside the own network and must not be called; if it has to be, have it added to NOTIFY_ALLOWED_URLS',
  },
  'source.test.badAddress': {
    zh: '地址 {{host}} 不是可用的 http(s) 地址',
    en: '{{host}} is no usable http(s) address',
  },
  'source.test.refusedConnection': {
    zh: '{{host}} 拒绝连接：请检查端口，对方可能未运行',
    en: '{{host}} refuses the connection: check the port; the server may not be running',
  },
  'source.test.noConnection': {
    zh: '无法连接 {{host}}（{{detail}}）：请检查本机到外网的防火墙与代理',
    en: '{{host}} cannot be reached ({{detail}}): check the firewall and proxy between this server and the internet',
  },
  'source.test.certificateExpired': {
    zh: '{{host}} 的证书已过期，请告知对接方',
    en: 'The certificate of {{host}} has expired: tell the counterpart',
  },
  'source.test.certificateUnknown': {
    zh: '{{host}} 的证书不是由受信任的机构签发；可能有代理在中间替换了证书',
    en: 'The certificate of {{host}} is not from a trusted authority; a proxy in between may have replaced it',
  },
  'source.test.certificateOtherHost': {
    zh: '{{host}} 出示的是另一主机的证书：请检查地址',
    en: '{{host}} shows the certificate of another host: check the address',
  },
  'source.test.tlsFailed': {
    zh: '与 {{host}} 建立加密连接失败（{{detail}}）',
    en: 'No encrypted connection to {{host}} ({{detail}})',
  },
  'source.test.htmlPage': {
    zh: '{{host}} 返回的是网页而不是数据：地址可能有误，或需要先在门户中开通',
    en: '{{host}} answered with a web page instead of data: the address may be wrong, or access has to be opened in the portal first',
  },
  'source.test.proxy': {
    zh: '本机的代理服务器拒绝了请求（407）：请检查代理设置',
    en: 'The proxy of this server refused the request (407): check its settings',
  },
  'source.test.wrongKey': {
    zh: '对接方不接受该凭据（{{detail}}）：请重新复制，并确认它属于当前环境（正式或测试）',
    en: 'The counterpart does not accept these keys ({{detail}}): copy them again, and check that they belong to this environment (production or test)',
  },
  'source.test.tokenRefused': {
    zh: '未能取得访问令牌（{{detail}}）：客户端 ID 或密钥有误',
    en: 'No access token was given ({{detail}}): the client ID or its secret is wrong',
  },
  'source.test.notPermitted': {
    zh: '凭据正确，但没有权限（{{detail}}）：请在门户中确认应用已订阅该产品',
    en: 'The keys are right but lack the permission ({{detail}}): check in the portal that your application is subscribed to this product',
  },
  'source.test.notParty': {
    zh: '凭据正确，但对接方没有向您展示这票货：编号不存在，或贵司不是其当事方',
    en: 'The keys are right, but the counterpart does not show you this shipment: the number does not exist, or your company is no party of it',
  },
  'source.test.limitUsed': {
    zh: '对接方的调用次数已用完（429），请稍后再试，或调低查询频率',
    en: 'The limit of calls is used up (429): try again later, or ask less often',
  },
  'source.test.addressNotAllowed': {
    zh: '对接方不接受来自本机 IP 的请求：请把本机的出口 IP 加入对方的白名单',
    en: 'The counterpart refuses requests from the IP address of this server: have it added to their allow list',
  },
  'source.test.timeout': {
    zh: '{{host}} 在 20 秒内没有完整应答',
    en: '{{host}} gave no full answer within 20 seconds',
  },
  'source.test.tooLarge': { zh: '应答超过 5 MB，未读取', en: 'The answer is larger than 5 MB and was not read' },
  'source.test.serverError': {
    zh: '对接方出错（HTTP {{status}}），请稍后再试',
    en: 'The counterpart reports an error of its own (HTTP {{status}}): try again later',
  },
  'source.test.certificateFile': {
    zh: '客户端证书或其密码不可用，请重新上传',
    en: 'The client certificate or its password cannot be used: upload it again',
  },
  'source.test.configError': { zh: '设置不完整：{{detail}}', en: 'The settings are incomplete: {{detail}}' },
  'source.test.wrongAddress': {
    zh: '该地址下没有这个接口（HTTP 404）：请检查接口地址',
    en: 'There is no such interface at this address (HTTP 404): check the address',
  },
  'source.test.wrongQuestion': {
    zh: '对接方不接受这样的查询（HTTP 400）：请检查编号的写法',
    en: 'The counterpart does not accept the question (HTTP 400): check how the reference is written',
  },
  'source.test.unreadable': {
    zh: '应答无法识别（{{detail}}），请在下方查看原文',
    en: 'The answer cannot be read ({{detail}}): see it below',
  },
  'source.test.tokenGiven': { zh: '已取得访问令牌', en: 'An access token was given' },
  'source.test.answered': { zh: '已应答（HTTP {{status}}）', en: 'Answered (HTTP {{status}})' },
  'source.test.unknownReference': {
    zh: '凭据正确，但对接方不认识这个编号，或没有向您展示',
    en: 'The keys are right, but the counterpart does not know this reference or does not show it to you',
  },
  'source.test.notRegistered': {
    zh: '凭据正确。该编号在对接方尚未登记；测试不会登记，保存后首次查询时才登记（可能计费）',
    en: 'The keys are right. This reference is not registered at the counterpart yet: a test registers nothing; the first question after saving does (it may be charged)',
  },
  'source.test.keyRight': {
    zh: '凭据正确。填写一个提单号或箱号可查看读取结果',
    en: 'The keys are right. Enter a bill or container to see what is read',
  },
  'source.test.read': {
    zh: '读取到 {{events}} 个节点、{{containers}} 个箱；{{refused}} 项被拒收',
    en: 'Read: {{events}} × milestone, {{containers}} × container; refused: {{refused}}',
  },
  'source.tolerance.otherSpelling': { zh: '字段名写法不同', en: 'Names of fields written differently' },
  'source.tolerance.typeAndCodeExchanged': { zh: '事件类型与代码互换', en: 'Type and code of events exchanged' },
  'source.tolerance.noEventType': { zh: '未给出事件类型', en: 'No type of event' },
  'source.tolerance.wordForCode': { zh: '以单词代替代码', en: 'Words instead of codes' },
  'source.tolerance.placeAsText': { zh: '地点为文本', en: 'Places as text' },
  'source.tolerance.noTransportCall': { zh: '运输事件没有挂靠信息', en: 'Transport events without a call' },
  'source.tolerance.separateLists': { zh: '事件按类型分列', en: 'Events in separate lists' },
  'source.tolerance.noEventId': { zh: '事件没有编号', en: 'Events without an id' },
  'source.tolerance.hashedBooking': { zh: '订舱号为散列值', en: 'Digests instead of booking numbers' },
  'source.tolerance.contentAsText': { zh: '内容以文本中的 JSON 给出', en: 'Content as JSON in a text' },
  'source.tolerance.localTimeAsUtc': { zh: '当地时间标为 UTC', en: 'Local times marked as UTC' },
  'source.tolerance.paddedVoyage': { zh: '航次号中间有空格填充', en: 'Voyage numbers padded with blanks' },
  'source.tolerance.repeatedEvent': {
    zh: '同一箱动态以另一编号重复上报',
    en: 'Moves of a container reported again under another id',
  },
  'source.tolerance.dayWithoutTime': { zh: '只有日期，没有时刻', en: 'Days without a time' },
  'source.keySaved': { zh: '凭据已保存', en: 'The keys were saved' },
  'source.keyRemoved': { zh: '凭据已删除', en: 'The keys were removed' },
  'source.noKeys': { zh: '没有可删除的凭据', en: 'There are no keys to remove' },
} as const satisfies MessageTable;
