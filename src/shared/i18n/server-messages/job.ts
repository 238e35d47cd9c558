import type { MessageTable } from './types.ts';

/** Texts about jobs: why they wait, and what happened to them. */
export const jobMessages = {
  'job.illegalStep': { zh: '作业状态不能从 {{from}} 变为 {{to}}', en: 'A job cannot go from {{from}} to {{to}}' },
  'job.started': { zh: '作业 #{{jobId}} 已排队', en: 'Job #{{jobId}} is queued' },
  'job.nothingToConfirm': { zh: '该作业没有待确认的结果', en: 'The job has no result awaiting confirmation' },
  'job.act.stop': { zh: '已要求停止', en: 'Stop requested' },
  'job.act.stopNot': { zh: '未执行：作业已结束或正在停止', en: 'Not done: the job has ended or is stopping' },
  'job.act.kill': { zh: '已强制终止', en: 'Killed' },
  'job.act.killNot': { zh: '未执行：作业已结束', en: 'Not done: the job has ended' },
  'job.act.retry': { zh: '已重新排队', en: 'Queued again' },
  'job.act.retryNot': {
    zh: '未执行：作业尚未结束，或流程已删除',
    en: 'Not done: the job has not ended, or its process no longer exists',
  },
  'job.act.broken': { zh: '未执行：内部错误', en: 'Not done: internal error' },
  'job.act.toCome': { zh: '排队中', en: 'Queued' },
  'job.act.left': { zh: '未执行：批量操作已取消', en: 'Not done: the action was cancelled' },
  'job.bulk.started': { zh: '批量操作已开始，共 {{count}} 个', en: 'Started for {{count}} items' },
  'job.bulk.tooMany': {
    zh: '您已有 {{max}} 个批量操作正在进行，请等待其完成或取消后再试',
    en: 'You already have {{max}} actions under way: wait for one to end, or cancel one',
  },
  'job.bulk.cancelled': { zh: '批量操作已取消，已完成的部分保留', en: 'Cancelled; what was done stays' },
  'job.bulk.over': { zh: '批量操作已结束', en: 'The action has already ended' },
  'job.waiting.retryPause': { zh: '重试等待中', en: 'Waiting before the next attempt' },
  'job.waiting.cap.process': {
    zh: '该流程已达并行上限 {{running}}/{{most}}',
    en: 'Process limit reached {{running}}/{{most}}',
  },
  'job.waiting.cap.tenant': {
    zh: '该租户已达并行上限 {{running}}/{{most}}',
    en: 'Tenant limit reached {{running}}/{{most}}',
  },
  'job.waiting.cap.site': {
    zh: '站点 {{site}} 已达并行上限 {{running}}/{{most}}',
    en: 'Limit of the site {{site}} reached {{running}}/{{most}}',
  },
  'job.functionsBlocked': {
    zh: '作业未启动：函数“{{names}}”已停用或作废',
    en: 'Not started: the functions "{{names}}" are disabled or discarded',
  },
  'environment.robotsChanged': { zh: '环境中的机器人已更新', en: 'The robots of the environment were changed' },
  'environment.onlyPlace': {
    zh: '机器人“{{robots}}”只属于该环境，请先把它加入其他环境',
    en: 'No other environment has the robot "{{robots}}": put it into another one first',
  },
  'job.waiting.siteUnconfirmed': {
    zh: '网站 {{site}} 的条款尚未确认允许机器人访问',
    en: 'Nobody has confirmed that the terms of the site {{site}} allow robots',
  },
  'job.waiting.siteStopped': {
    zh: '网站 {{site}} 拒绝了机器人，24 小时后再访问',
    en: 'The site {{site}} has refused robots and is asked again after 24 hours',
  },
  'job.waiting.noRobot': {
    zh: '环境“{{environment}}”中没有机器人',
    en: 'There is no robot in the environment "{{environment}}"',
  },
  'job.waiting.noType': {
    zh: '环境“{{environment}}”中没有类型为 {{kinds}} 的机器人',
    en: 'There is no robot of type {{kinds}} in the environment "{{environment}}"',
  },
  'job.waiting.disabled': {
    zh: '可执行的 {{robots}} 个机器人均已停用',
    en: 'All robots that could run it are disabled ({{robots}})',
  },
  'job.waiting.away': {
    zh: '可执行的 {{robots}} 个机器人均未连接',
    en: 'No robot that could run it is connected ({{robots}})',
  },
  'job.waiting.busy': {
    zh: '{{robots}} 个机器人都在忙，前面还有 {{ahead}} 个作业',
    en: 'All robots are busy ({{robots}}); jobs before it: {{ahead}}',
  },
  'job.waiting.next': { zh: '即将由机器人领取', en: 'A robot is about to take it' },
  'job.reason.created': { zh: '已排队', en: 'Queued' },
  'job.reason.retried': { zh: '重试作业 #{{jobId}}', en: 'Retry of job #{{jobId}}' },
  'job.reason.retriedAutomatically': { zh: '自动重试作业 #{{jobId}}', en: 'Automatic retry of job #{{jobId}}' },
  'job.reason.leased': { zh: '机器人已领取', en: 'Taken by the robot' },
  'job.reason.done': { zh: '执行成功', en: 'Done' },
  'job.reason.failed': { zh: '执行失败', en: 'Failed' },
  'job.reason.stopAsked': { zh: '要求停止', en: 'Stop requested' },
  'job.reason.stopped': { zh: '机器人已停止作业', en: 'The robot stopped it' },
  'job.reason.stopTimedOut': {
    zh: '机器人 {{seconds}} 秒内未响应停止',
    en: 'The robot did not stop within {{seconds}} s',
  },
  'job.reason.killed': { zh: '强制终止', en: 'Killed' },
  'job.reason.siteWithdrawn': {
    zh: '网站条款的确认已撤回，作业终止，不再访问该网站',
    en: 'The confirmation for the site was withdrawn: the job ended and the site is no longer visited',
  },
  'job.reason.robotLost': {
    zh: '机器人失联：{{seconds}} 秒没有心跳',
    en: 'Robot lost: no heartbeat for {{seconds}} s',
  },
  'job.reason.robotRestarted': { zh: '机器人重新启动', en: 'The robot was restarted' },
  'job.reason.timeLimit': { zh: '超过运行时限 {{seconds}} 秒', en: 'Ran longer than its limit of {{seconds}} s' },
  'job.reason.cancelled': { zh: '取消', en: 'Cancelled' },
  'job.reason.confirmed': { zh: '结果已确认并发布', en: 'Result confirmed and published' },
  'job.reason.rejected': { zh: '结果已驳回', en: 'Result rejected' },
  'job.reason.stepFailed': {
    zh: '步骤“{{name}}”失败，结果未发布',
    en: 'The step "{{name}}" failed; the result is not published',
  },
  'job.reason.stepResumed': { zh: '重新执行步骤“{{name}}”', en: 'The step "{{name}}" is being run again' },
  'job.reason.resultSent': {
    zh: '结果已发送给租户（{{count}} 个通知）',
    en: 'Result sent to the tenant ({{count}} {{count, plural(one: notification; other: notifications)}})',
  },
  'job.reason.resultUnheard': {
    zh: '结果未发送：租户没有监听“作业结果”事件的反馈',
    en: 'Result not sent: no notification of the tenant listens to the event "Job result"',
  },
  'job.noFailedStep': { zh: '该作业没有失败的步骤', en: 'The job has no failed step' },
  'job.resumed': { zh: '步骤将重新执行', en: 'The step is being run again' },
  'job.step.noAnswer': { zh: '没有应答', en: 'No answer' },
  'job.step.httpStatus': { zh: '应答状态码 {{status}}', en: 'Answered with status {{status}}' },
  'job.step.notAnObject': {
    zh: '“{{name}}”的应答不是 JSON 对象，不能作为参数',
    en: 'The answer of "{{name}}" is not a JSON object and cannot be used as input',
  },
  'job.step.noTemplate': { zh: '产品 {{name}} 没有结果模板', en: 'The package {{name}} has no result template' },
  'job.step.missing': {
    zh: '结果模板使用了结果中没有的字段 {{name}}',
    en: 'The result template uses the field {{name}}, which is missing in the result',
  },
  'job.step.invalidTemplate': { zh: '结果模板不是有效的 JSON', en: 'The result template is not valid JSON' },
  'job.waiting.paramExchange': { zh: '正在转换参数', en: 'Translating parameters' },
  'job.waiting.parts': { zh: '即将开始执行子产品', en: 'Starting sub-packages' },
  'job.reason.partsBegun': { zh: '开始执行 {{count}} 个子产品', en: 'Starting {{count}} sub-packages' },
  'job.reason.partsFollow': {
    zh: '自身任务完成，接着执行 {{count}} 个子产品',
    en: 'Own work done; starting {{count}} sub-packages',
  },
  'job.reason.partRan': { zh: '子产品“{{name}}”第 {{run}} 次执行', en: 'Run {{run}} of sub-package "{{name}}"' },
  'job.reason.partFaulted': {
    zh: '子产品“{{name}}”的作业 #{{jobId}} 失败',
    en: 'Job #{{jobId}} of sub-package "{{name}}" failed',
  },
  'job.reason.partStopped': {
    zh: '子产品“{{name}}”的作业 #{{jobId}} 已被停止',
    en: 'Job #{{jobId}} of sub-package "{{name}}" was stopped',
  },
  'job.reason.partStepFailed': {
    zh: '子产品“{{name}}”的作业 #{{jobId}} 有步骤失败',
    en: 'A step of job #{{jobId}} of sub-package "{{name}}" failed',
  },
  'job.reason.partTooOften': {
    zh: '子产品“{{name}}”重复 {{count}} 次后仍未结束',
    en: 'Sub-package "{{name}}" had not finished after {{count}} runs',
  },
  'job.reason.partRefused': {
    zh: '子产品“{{name}}”无法启动',
    en: 'Sub-package "{{name}}" could not be started',
  },
  'job.cause.siteForbidden': {
    zh: '网站拒绝机器人访问，24 小时内不再访问；可改用承运人的 API 或聚合商（如飞驼）',
    en: 'The site denies robots access: it is not asked for 24 hours; the API of the carrier or an aggregator such as Freightower can be used instead',
  },
  'job.cause.siteTooMany': {
    zh: '网站两次提示访问过于频繁，24 小时内不再访问；可改用承运人的 API 或聚合商（如飞驼）',
    en: 'The site answered twice that it is asked too often: it is not asked for 24 hours; the API of the carrier or an aggregator such as Freightower can be used instead',
  },
  'job.cause.siteCaptcha': {
    zh: '网站要求验证码，24 小时内不再访问；可改用承运人的 API 或聚合商（如飞驼）',
    en: 'The site asks for a captcha: it is not asked for 24 hours; the API of the carrier or an aggregator such as Freightower can be used instead',
  },
  'job.cause.siteLogin': {
    zh: '网站要求登录，24 小时内不再访问；可改用承运人的 API 或聚合商（如飞驼）',
    en: 'The site asks for an account: it is not asked for 24 hours; the API of the carrier or an aggregator such as Freightower can be used instead',
  },
  'job.cause.siteInterstitial': {
    zh: '网站返回了拦截页面，24 小时内不再访问；可改用承运人的 API 或聚合商（如飞驼）',
    en: 'The site shows another page in place of the answer: it is not asked for 24 hours; the API of the carrier or an aggregator such as Freightower can be used instead',
  },
  'job.cause.nameNotFound': {
    zh: '找不到网站地址：域名无法解析，请检查地址是否正确、网络是否正常',
    en: 'The address of the site could not be found: check that it is correct and that the network works',
  },
  'job.cause.connectionRefused': {
    zh: '对方拒绝连接：网站或服务没有运行，或端口不对',
    en: 'The connection was refused: the site or service is not running, or the port is wrong',
  },
  'job.cause.unreachable': { zh: '网络不通：无法到达对方主机', en: 'The network has no way to the host' },
  'job.cause.tls': {
    zh: '安全连接失败：网站证书无效、已过期或不受信任',
    en: 'No secure connection: the certificate of the site is invalid, expired or not trusted',
  },
  'job.cause.timeout': { zh: '超时：对方没有在时限内应答', en: 'Timed out: no answer within the limit' },
  'job.cause.connectionLost': {
    zh: '连接中断：对方在应答完成前断开了连接',
    en: 'The connection was lost before the answer was complete',
  },
  'job.cause.httpDenied': {
    zh: '网站拒绝访问：账号、密钥或权限有误',
    en: 'The site denied access: wrong account, key or rights',
  },
  'job.cause.httpNotFound': { zh: '网站上没有这个页面', en: 'The site has no such page' },
  'job.cause.httpTooMany': {
    zh: '网站限制了访问频率，请降低频率后重试',
    en: 'The site limits how often it is asked: ask less often',
  },
  'job.cause.httpRefused': { zh: '网站拒绝了请求', en: 'The site refused the request' },
  'job.cause.httpFailed': { zh: '网站自身出错，请稍后重试', en: 'The site itself failed: try again later' },
  'job.cause.notReached': { zh: '无法连接到网站', en: 'The site could not be reached' },
  'job.cause.memoryLimit': { zh: '脚本占用的内存超过上限', en: 'The script used more memory than it may' },
  'job.cause.timeLimit': { zh: '脚本占用的处理器时间超过上限', en: 'The script used more processor time than it may' },
  'job.cause.stackLimit': {
    zh: '脚本的函数调用或数据嵌套过深',
    en: 'Calls of functions or data in the script are nested too deeply',
  },
  'job.cause.scriptStuck': {
    zh: '脚本在等待一个永远不会有的结果',
    en: 'The script waits for a result that never comes',
  },
  'job.cause.outputLimit': { zh: '脚本的输出或日志超过上限', en: 'The script gave or logged more than it may' },
  'job.cause.answerTooLarge': { zh: '网站的应答超过大小上限', en: 'The answer of the site is larger than allowed' },
  'job.cause.requestRefused': {
    zh: '脚本的请求不符合规定：请求方法或请求头不允许',
    en: 'The request of the script is not allowed: its method or one of its headers',
  },
  'job.cause.requestTooLarge': {
    zh: '脚本发送的内容超过大小上限',
    en: 'The script sent more at once than it may',
  },
  'job.cause.addressRefused': { zh: '该地址不在产品允许访问的地址之内', en: 'The package may not call this address' },
  'job.cause.tooManyRedirects': { zh: '网站不断重定向，无法打开页面', en: 'The site redirects without end' },
  'job.cause.scriptEnded': {
    zh: '脚本进程意外退出，可能是内存不足',
    en: 'The process of the script ended by itself; it may have run out of memory',
  },
  'job.cause.notRecorded': {
    zh: '试跑所用的历史作业没有请求过该地址，无法回放',
    en: 'The job that is replayed did not ask for this address',
  },
  'job.cause.noExecutor': {
    zh: '机器人不能执行此类工作，请检查机器人版本',
    en: 'The robot cannot run this kind of work: check its version',
  },
  'job.cause.noHandler': {
    zh: '机器人没有该版本所需的处理程序',
    en: 'The robot does not have the handler that the version needs',
  },
  'job.cause.noSite': {
    zh: '没有配置网站地址，或输入中缺少此类单号的路径',
    en: 'No site is configured, or the input has no path for this kind of number',
  },
  'job.cause.scriptError': { zh: '脚本有编程错误，请检查脚本', en: 'The script has a programming error' },
  'job.cause.remoteProcess': {
    zh: '远程编排器的文件夹中没有该流程，请检查远程流程编号',
    en: 'The folder of the remote orchestrator has no such process: check the remote process id',
  },
  'job.waiting.paramFailed': { zh: '参数转换失败', en: 'Translating the parameters failed' },
  'job.log.asset.tenant': {
    zh: '资产 {{assetType}}：使用租户值',
    en: "Asset {{assetType}}: the tenant's own value was used",
  },
  'job.log.asset.default': {
    zh: '资产 {{assetType}}：使用默认值',
    en: 'Asset {{assetType}}: the default value was used',
  },
  'job.log.discarded.log': {
    zh: '已丢弃日志：机器人 {{robot}} 的租约 {{fence}} 已失效',
    en: 'Discarded log lines of {{robot}}: lease {{fence}} is lost',
  },
  'job.log.discarded.asset': {
    zh: '已丢弃资产请求：机器人 {{robot}} 的租约 {{fence}} 已失效',
    en: 'Discarded a request for an asset of {{robot}}: lease {{fence}} is lost',
  },
  'job.log.discarded.artifact': {
    zh: '已丢弃文件：机器人 {{robot}} 的租约 {{fence}} 已失效',
    en: 'Discarded a file of {{robot}}: lease {{fence}} is lost',
  },
  'job.log.discarded.result': {
    zh: '已丢弃结果：机器人 {{robot}} 的租约 {{fence}} 已失效',
    en: 'Discarded a result of {{robot}}: lease {{fence}} is lost',
  },
  'job.log.remoteStarted': { zh: '远程作业 {{id}}（{{reference}}）', en: 'Remote job {{id}} ({{reference}})' },
  'job.log.remoteState': { zh: '远程作业 {{id}}：{{state}} {{info}}', en: 'Remote job {{id}}: {{state}} {{info}}' },
  'job.log.remoteNone': {
    zh: '启动请求 {{reference}} 没有产生作业',
    en: 'Start request {{reference}} produced no job',
  },
  'job.log.remoteLate': {
    zh: '远程作业 {{id}}（{{reference}}）已启动，现予结束',
    en: 'Remote job {{id}} ({{reference}}) had been started and is ended',
  },
  'job.log.remoteProcess': {
    zh: '编排平台的该文件夹中没有流程“{{process}}”',
    en: 'The orchestrator has no process "{{process}}" in this folder',
  },
  'job.log.remoteGone': { zh: '远程作业 {{id}} 已不存在', en: 'Remote job {{id}} is no longer there' },
} as const satisfies MessageTable;
