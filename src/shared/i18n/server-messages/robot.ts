import type { MessageTable } from './types.ts';

/** Texts about robots, what they bring, and the parsers that read it. */
export const robotMessages = {
  'robot.remote.unreachable': {
    zh: '无法连接编排器（{{detail}}）',
    en: 'The orchestrator cannot be reached ({{detail}})',
  },
  'robot.remote.internal': {
    zh: '编排器地址在内部网络中，且未被允许',
    en: 'The address of the orchestrator is inside the network and is not allowed',
  },
  'robot.remote.credentials': {
    zh: '编排器拒绝了客户端凭据（{{detail}}）',
    en: 'The orchestrator refused the client credentials ({{detail}})',
  },
  'robot.remote.forbidden': {
    zh: '客户端没有该文件夹的权限（{{detail}}）',
    en: 'The client may not use this folder ({{detail}})',
  },
  'robot.remote.throttled': {
    zh: '编排器要求稍后再试（{{detail}}）',
    en: 'The orchestrator asked to call later ({{detail}})',
  },
  'robot.remote.refused': {
    zh: '编排器拒绝了请求（{{detail}}）',
    en: 'The orchestrator refused the call ({{detail}})',
  },
  'robot.remote.notFound': {
    zh: '该地址上没有编排器接口（{{detail}}）',
    en: 'There is no orchestrator interface at this address ({{detail}})',
  },
  'robot.remote.noAnswer': {
    zh: '编排器的应答无法读取（{{detail}}）',
    en: 'The answer of the orchestrator cannot be read ({{detail}})',
  },
  'robot.keyInvalid': { zh: '机器人密钥无效', en: 'The robot key is not valid' },
  'robot.sessionReplaced': {
    zh: '会话已结束：同一机器人已由另一代理登录',
    en: 'This session has ended: another agent is connected for the robot',
  },
  'robot.protocol': {
    zh: '协议版本不受支持，可用：{{spoken}}',
    en: 'Unsupported protocol version; supported: {{spoken}}',
  },
  'robot.leaseLost': {
    zh: '作业的租约已失效，结果已丢弃',
    en: 'The lease of the job is lost; the message was discarded',
  },
  'robot.artifactTooLarge': { zh: '产物不得超过 {{most}} MB', en: 'An artifact may have at most {{most}} MB' },
  'robot.tooManyArtifacts': { zh: '一个作业最多 {{most}} 个产物', en: 'A job may have at most {{most}} artifacts' },
  'robot.tenantRequired': { zh: '请选择机器人所属租户', en: 'Please choose the tenant of the robot' },
  'robot.tooManyKeys': { zh: '最多 {{most}} 个有效密钥', en: 'There may be at most {{most}} keys in use' },
  'robot.platformOnly': { zh: '解析器由平台统一管理', en: 'Parsers are managed by the platform' },
  'robot.alreadyReleased': { zh: '该版本已经发布', en: 'This version is released already' },
  'robot.runUnderWay': { zh: '该解析器的试运行还在进行', en: 'A test of this parser is still running' },
  'robot.releasedMeanwhile': {
    zh: '期间已有人改为版本 {{version}}，请刷新后再试',
    en: 'Somebody has released version {{version}} in the meantime; please check again',
  },
  'reader.noPage': { zh: '请选择一份已存页面，或粘贴页面内容', en: 'Choose a stored page, or paste one' },
  'reader.noCarrier': { zh: '没有这个承运人：{{carrier}}', en: 'There is no such carrier: {{carrier}}' },
  'reader.savedMeanwhile': {
    zh: '期间已有人保存了版本 {{version}}，请重新打开后再改',
    en: 'Somebody has saved version {{version}} in the meantime; open it again before you change it',
  },
  'reader.otherCarrier': {
    zh: '一个解析器只能读取一家承运人的页面，请另建一个',
    en: 'A reader is for one carrier; make a new one',
  },
  'reader.tooMany': { zh: '最多保存 {{most}} 个版本', en: 'At most {{most}} versions can be kept' },
  'reader.wasReleased': {
    zh: '该版本发布过，不能删除；可以回退到其他版本',
    en: 'This version has been released and stays; you can go back to another one',
  },
  'reader.saved': {
    zh: '已保存版本 {{version}}；试运行并发布后才会读取页面',
    en: 'Version {{version}} is saved; it reads pages once it is released',
  },
  'reader.removed': { zh: '已删除', en: 'Removed' },
  'mapping.noTime': { zh: '请指定哪一列是时间', en: 'Say which column is the time' },
  'mapping.noMove': { zh: '请指定哪一列是动态', en: 'Say which column is the move' },
  'mapping.twice': {
    zh: '箱号、预计标记和各航程时间只能各指定一列',
    en: 'The container, the mark of estimates and each time of a leg can be one column only',
  },
  'mapping.badRows': { zh: '行的路径不正确', en: 'The path of the rows is not valid' },
  'mapping.badColumn': { zh: '列的路径不正确', en: 'The path of a column is not valid' },
  'mapping.sameMark': { zh: '同一标记不能有两种含义', en: 'A mark can have one meaning only' },
  'robot.tried': { zh: '试运行已开始', en: 'The trial has begun' },
  'robot.released': {
    zh: '已发布版本 {{version}}，正在重新读取已存页面',
    en: 'Version {{version}} is released; stored pages are being read again',
  },
  'robot.rolledBack': {
    zh: '已回退到版本 {{version}}，正在重新读取已存页面',
    en: 'Version {{version}} is active again; stored pages are being read again',
  },
  'robotSite.unconfirmed': {
    zh: '作业未启动：{{carrier}} 网站的条款尚未确认允许机器人访问，请由管理员在“机器人取回页面”确认',
    en: 'Not started: nobody has confirmed that the terms of the site {{carrier}} allow robots; an administrator does so on "Robot pages"',
  },
  'robotSite.stopped': {
    zh: '作业未启动：{{carrier}} 网站拒绝了机器人，24 小时后再访问；可改用承运人的 API 或聚合商（如飞驼）',
    en: 'Not started: the site {{carrier}} has refused robots and is asked again after 24 hours; the API of the carrier or an aggregator such as Freightower can be used instead',
  },
  'robotSite.platformOnly': {
    zh: '承运人网站由平台管理员统一确认',
    en: 'Sites of carriers are confirmed by administrators of the platform',
  },
  'robotSite.contact': {
    zh: '请填写邮箱或以 http 开头的网址',
    en: 'Enter an e-mail address, or a web address that begins with http',
  },
  'robotSite.noRobot': { zh: '没有安装该承运人的采集产品', en: 'There is no package for the site of this carrier' },
  'robotSite.confirmed': { zh: '已确认，机器人将访问该网站', en: 'Confirmed: robots collect from the site' },
  'robotSite.withdrawn': { zh: '已撤回，机器人不再访问该网站', en: 'Withdrawn: robots no longer visit the site' },
  'robotSite.ownApi': {
    zh: '可改用承运人 API（{{api}}）或聚合商（{{aggregators}}）',
    en: 'Instead: the API of the carrier ({{api}}) or an aggregator ({{aggregators}})',
  },
  'robotSite.aggregators': { zh: '可改用聚合商（{{aggregators}}）', en: 'Instead: an aggregator ({{aggregators}})' },
  'robotSite.refusedTitle': { zh: '{{carrier}} 网站拒绝了机器人', en: 'The site of {{carrier}} has refused a robot' },
  'robotSite.changedTitle': { zh: '{{carrier}} 网站的页面可能已改版', en: 'The pages of {{carrier}} may have changed' },
  'robotSite.changed': {
    zh: '最近的页面只读出 {{share}}% 的行，此前为 {{before}}%。请对照最近一次完整读取的页面检查解析器',
    en: 'Of the newest pages {{share}}% of the rows could be read, {{before}}% before. Compare them with the last page that was read in full',
  },
} as const satisfies MessageTable;
