/**
 * Words of the trade for one value of a filter; `values` are the codes, several where the word means several. A word in
 * capitals is one only where it is written so: ONE is a carrier, "one" is not.
 */
export type ValueWords = {
  readonly field: RegExp;
  readonly values: readonly string[];
  readonly words: readonly string[];
};

const split = (text: string): readonly string[] => text.split('|');
const value = (field: RegExp, values: string, words: string): ValueWords => ({
  field,
  values: values.split(','),
  words: split(words),
});

const exceptionType = /^(testPurpose|exceptionType|typeCode)$/;
const risk = /^(tab|risk)$/;
const mode = /^mode$/;
const carrier = /^carrierCodes?$/;

/** What people call values besides their names. */
export const valueWords: readonly ValueWords[] = [
  value(
    exceptionType,
    'DEPART_DELAY,ARRIVE_DELAY,ETA_SLIP',
    'late|delayed|delay|delays|running late|behind schedule|晚|晚到|晚点|延误|延迟|迟到|延期|脱期',
  ),
  value(exceptionType, 'DEPART_DELAY', 'departed late|late departure|departing late|left late|晚开|晚开船|离港晚'),
  value(exceptionType, 'ARRIVE_DELAY', 'arrived late|late arrival|arriving late|到港晚|晚到港'),
  value(exceptionType, 'ETA_SLIP', 'postponed|slipped|slip|slipping|推迟|推后'),
  value(exceptionType, 'ROLLED', 'rollover|rollovers|rolls|rolled|rolled over|rolling|被甩|甩货|甩箱'),
  value(exceptionType, 'DEMURRAGE_RISK', '滞港费|滞港|demurrage|滞期|滞期费'),
  value(exceptionType, 'DETENTION_RISK', 'detention|滞箱|滞箱费'),
  value(
    exceptionType,
    'HOLD',
    'stuck in customs|压在海关|海关查验|海关扣留|held by customs|held at customs|stuck at customs|卡在海关|卡关|on hold at customs|customs|inspection|海关|查验|扣关|扣货',
  ),
  value(exceptionType, 'NO_DATA', 'without data|without any data|没数据|没有数据|查不到'),
  value(exceptionType, 'DATA_STALE', 'stale|stale data|not updated|no update|停更|没更新|没有更新'),
  value(exceptionType, 'SPLIT_CARGO', 'split|分船|拆船'),
  value(exceptionType, 'RISK_ZONE', 'risk zone|risk area|war zone|风险区|风险区域|危险区域'),
  value(
    exceptionType,
    'TRANSSHIP_DWELL',
    '中转港压货|中转压货|压货|stuck in transhipment|transhipment|transshipment|中转积压|滞留中转',
  ),
  value(exceptionType, 'ROUTE_CHANGED', 'rerouted|diverted|改港|绕航|改航线'),
  value(
    exceptionType,
    'AIS_STALE',
    'lost ais signal|ais signal lost|ais lost|no ais signal|no ais|ais gap|ais信号丢失|没有ais信号|丢信号',
  ),
  value(exceptionType, 'SOURCE_FAILING', 'source not answering|source down|failing source|数据源异常'),
  value(
    /^handleStatus$/,
    '0',
    'untouched|not touched|not started|没动过|没人动|not handled|unhandled|not treated|not yet handled|nobody handled|nobody has handled|no one handled|no one has handled|未处理|没处理|没人处理|还没处理|尚未处理',
  ),
  value(
    /^handleStatus$/,
    '0,1,4',
    '没处理完|没处理完的|未处理完|没处理好|open|waiting|unresolved|not solved|not closed|待处理|未解决|没解决|未完结|未关闭',
  ),
  value(/^handleStatus$/, '2', 'handled|treated|solved|resolved|closed|done|已解决|处理完|处理完的|处理好|已关闭'),
  value(/^handleStatus$/, '1', 'being worked on|worked on|in hand|being handled|in work|under treatment|正在处理'),
  value(/^handleStatus$/, '4', 'held|parked|paused|挂着|搁置|暂停'),
  value(/^handleStatus$/, '3', 'ignored|nothing to do|needs no action|不用处理|不需要处理'),
  value(/^severity$/, 'high', 'severe|serious|critical|urgent|grave|紧急|重大|高危|很严重'),
  value(
    /^severity$/,
    'high,medium',
    'medium and up|medium or higher|medium and above|medium or above|at least medium|中等以上|一般以上|中级以上|不低于中等',
  ),
  value(/^severity$/, 'medium', 'moderate|medium severity|中等|中级'),
  value(/^severity$/, 'low', 'minor|slight|harmless|轻|低|不严重|不重要'),
  value(
    /^(chargeCode|assignee|ownerName)$/,
    '-',
    'not picked up by anyone|not picked up|nobody picked up|nobody on it|nobody|nobody assigned|no one assigned|no owner|nobody owns|nobody owns it|no one owns it|nobody took it|nobody is on it|没人跟|没人跟进|无人跟进|没人管|没人接|没人认领|nobody responsible|nobody in charge|unassigned|no one|not assigned|without owner|无人|没人|未分配|没人负责|无人负责|未指派',
  ),
  value(/^isBillNo$/, '1', 'by bill|by bill of lading|按提单|提单的'),
  value(/^isBillNo$/, '0', 'by container|by box|按箱|按箱号|箱号订阅'),
  value(/^endFlag$/, '1', 'ended|finished|tracking ended|tracking has ended|结束|已结束|跟踪结束|结束跟踪'),
  value(
    /^endFlag$/,
    '0',
    'going on|ongoing|still tracked|still being tracked|being tracked|under way|underway|active|not ended|跟踪中|进行中|未结束|没结束|在途',
  ),
  value(/^(active|enabled|inUse|isActive)$/, '1', 'in use|enabled|active|启用|启用中|有效|使用中'),
  value(/^(active|enabled|inUse|isActive)$/, '0', 'disabled|inactive|not in use|switched off|停用|禁用|未启用|无效'),
  value(/^overdue$/, '1', 'past deadline|past the deadline|过了时限|超过时限|过时限|overdue|past due|逾期|超时|过期'),
  value(/^open$/, '1', 'open|not closed|未关闭|没关闭|没关'),
  value(risk, 'late', 'late|delayed|will be late|延误|晚|晚到|会晚|迟到|要晚|赶不上'),
  value(risk, 'atRisk', '有交付风险|有风险的|at risk|risky|有风险|可能延误|可能晚到'),
  value(risk, 'onTime', 'on schedule|on time|in time|punctual|准时|按时|准点'),
  value(
    risk,
    'troubled',
    'with trouble|in trouble|with open exceptions|has exceptions|having exceptions|有异常的|有未关闭异常|带异常|with exceptions|with problems|troubled|有问题|出问题|有异常',
  ),
  value(/^(tab|stage)$/, 'transit', 'under way|underway|on the way|on the water|sailing|运输中|在路上|海上'),
  value(/^(tab|stage)$/, 'ended,done,delivered', 'delivered|finished|completed|已完成|交付了|送达'),
  value(
    /^stage$/,
    'waiting,booked,transit,arrived',
    "not delivered|not yet delivered|undelivered|hasn't been delivered|has not been delivered|没交付|还没交|没交|尚未交付|未交付",
  ),
  value(/^stage$/, 'waiting', 'not shipped|not yet shipped|未发运|没发|还没发'),
  value(mode, 'sea', 'ocean|by sea|by ship|by vessel|sea freight|ocean freight|seafreight|走海运|海路'),
  value(mode, 'air', 'by air|by plane|air freight|airfreight|flown|走空运|飞机'),
  value(mode, 'rail', 'by rail|by train|train|rail freight|火车|班列|中欧班列'),
  value(mode, 'road', 'by road|by truck|truck|trucked|trucking|lorry|by lorry|卡车|汽运|陆运'),
  value(mode, 'courier', 'express|parcel|快件|小包'),
  value(/^(jobStatus|state|status|wlJobStatus)$/, 'Faulted', 'failed|failing|broken|出错|失败|报错'),
  value(/^state$/, 'rolled', 'rolled over|被甩|甩柜|甩货|甩箱'),
  value(/^state$/, 'pending_update', 'to be changed|change requested|要求改|要求修改|待改|要改'),
  value(/^state$/, 'rejected', 'refused|turned down|declined|被拒|拒绝|拒掉'),
  value(/^state$/, 'new', 'new|新|新的|新增'),
  value(carrier, 'ONEY', 'ONE'),
  value(carrier, 'SITC', '海丰'),
  value(carrier, 'HMM', 'hyundai|现代商船|现代'),
  value(/^bizSourceType$/, 'FT', 'aggregator|聚合平台|聚合'),
  value(/^jobStatus$/, 'Running', 'running now|正在运行|在跑|正在执行|执行中'),
  value(/^jobStatus$/, 'Successful', 'successfully|succeeded|finished|done|做完|完成'),
  value(mode, 'multi', 'multi-modal|multimodal|intermodal|several modes|多式联运|联运'),
  value(/^jobSource$/, 'Manual', 'manually|by hand|手动'),
  value(/^(state|status)$/, 'failed', 'failed|failing|出错|失败|没发出去'),
];

/** Words that name a filter of days by what happens on them; `ahead` where such days usually lie ahead, `common` where the words mean other things in a list without it. */
export type FieldWords = {
  readonly field: RegExp;
  readonly words: readonly string[];
  readonly ahead?: true;
  readonly common?: true;
};

/** What people call filters besides their names. */
export const fieldWords: readonly FieldWords[] = [
  {
    field: /^(createTime|openTime|recordTime|createdAt)$/,
    words: split(
      '建的|新建的|新出|新出的|created|opened|raised|found|detected|arisen|创建|新建|发现|产生|发生|新增|新产生|新出现|新发生|报出',
    ),
  },
  { field: /^subscribeTime$/, words: split('subscribed|subscribe|订阅|订阅的') },
  { field: /^handleTime$/, words: split('handled|treated|solved|resolved|closed|处理|处理的|处理完|处理完的|解决') },
  {
    field: /^(eta|arrivalTime|etaTime)$/,
    ahead: true,
    words: split(
      'arriving|arrives|arrive|arrived|arrival|due in|due|landing|berthing|eta|靠泊|靠港|到港|抵港|到达|抵达|到货|预计到港|预抵',
    ),
  },
  {
    field: /^(etd|departureTime|etdTime|sailTime)$/,
    ahead: true,
    words: split(
      'sailings|departing|departs|depart|departed|leaving|leaves|leave|left|sailing|sails|sailed|sail|departure|etd|离港|开航|起航|开船|启航',
    ),
  },
  {
    field: /^(promisedTime|dueTime)$/,
    ahead: true,
    words: split(
      '该交|promised|due|promised for|to be delivered|deliver by|承诺|承诺交付|应交付|交付|交货|要交付|要交',
    ),
  },
  { field: /^(validTime|validFrom|validTo|valid)$/, ahead: true, words: split('valid|in force|有效|生效') },
  { field: /^(changeTime|updateTime|updatedAt)$/, words: split('changed|updated|modified|变更|更新|修改') },
  { field: /^startTime$/, words: split('started|begun|开始|启动') },
  { field: /^bookingNo$/, words: split('booking|bookings|订舱号|订舱') },
  { field: /^(bizSourceType|jobSource)$/, words: split('source|data source|来源|数据来源') },
  {
    common: true,
    field: /^(lateDays|delayHours)$/,
    words: split('late|delay|delayed|delays|behind|behind schedule|overdue|延误|晚|晚到|晚于承诺|迟|迟到|延迟'),
  },
  {
    common: true,
    field: /^(totalUsd)$/,
    words: split('price|all-in|total|cost|costing|价格|全包价|全包|总价|运价|价'),
  },
  {
    common: true,
    field: /^(changeUsd)$/,
    words: split('dearer|increase|increased|risen|rise|up|涨价|涨幅|涨了|上涨|涨'),
  },
  {
    common: true,
    field: /^(transitDays)$/,
    words: split('transit|transit time|transit days|on the way|航程|航行|在途时间|航行天数'),
  },
  {
    common: true,
    field: /^(openExceptions|exceptions)$/,
    words: split('exceptions|exception|problems|open exceptions|问题|异常|未关闭异常|异常数|异常数量|异常个数'),
  },
  { common: true, field: /^(lines)$/, words: split('lines|positions|items|行|行数|明细|订单行') },
  {
    common: true,
    field: /^(rolls)$/,
    words: split('rolls|rolled|times rolled|times|rollovers|甩柜次数|甩柜|被甩|甩过柜|被甩过|甩过'),
  },
  {
    field: /^(vesselName)$/,
    words: split('vessel|vessel name|ship name|name of the vessel|ship|aboard|on board|船|船名|船舶|大船'),
  },
  { field: /^(voyage)$/, words: split('voyage|voy|航次') },
  { field: /^(handleRemark|remark)$/, words: split('remark|note|comment|备注|说明') },
  {
    field: /^(chargeCode|assignee|ownerName)$/,
    words: split('responsible|assigned to|owner|handled by|handler|负责|负责人|责任人|归|处理人'),
  },
  { field: /^(podCode|destinationCode)$/, words: split('pod|port of discharge|destination port|卸港|卸货港') },
  { field: /^(polCode|originCode)$/, words: split('pol|port of loading|origin port|装货港') },
  { field: /^(carrierCode|carrierCodes)$/, words: split('船司|carrier|shipping line|line|船公司|承运人|船东') },
  { field: /^(tenantCode|wlTenantId)$/, words: split('tenant|customer|client|租户|客户') },
  { field: /^(ctnNo|containerNo)$/, words: split('container|containers|box|boxes|箱号|箱|柜|柜号|箱子') },
  { field: /^(blNo|billNo)$/, words: split('bill|bills|bill of lading|b/l|bl|mbl|提单|提单号|单号') },
  { field: /^(orderNo)$/, words: split('order|order no|order number|po|订单|订单号') },
  { field: /^(referenceNo)$/, words: split('reference|shipment no|单号|编号') },
  { field: /^(severity)$/, words: split('severity|严重程度|级别') },
  { field: /^(mode)$/, words: split('mode|运输方式') },
  { field: /^tab$/, words: split('delivery|delivery risk|交付风险') },
  { field: /^(supplier)$/, words: split('supplier|vendor|供应商|厂家') },
];

/** Filters whose days lie ahead. */
export const liesAhead = (name: string): boolean =>
  fieldWords.some(({ ahead, field }) => ahead === true && field.test(name)) || /promised|valid|eta|etd|due/i.test(name);

/** A place before the journey or at its end. */
export const placeAtEnd = /^(pod|dest|discharge|arriv|delivery)/i;
export const placeAtStart = /^(pol|orig|load|depart)/i;

/** At least one of what is counted. */
export const someWords: readonly { readonly field: RegExp; readonly words: readonly string[] }[] = [
  {
    field: /^openExceptions$/,
    words: split(
      'with exceptions|with open exceptions|with problems|has exceptions|having exceptions|有异常|有异常的|有未关闭异常|有问题|带异常',
    ),
  },
];

/** Behind the name of a filter: it has no value. */
export const emptyWords = split(
  '还没定|没定|未指定|not nominated|not fixed|to be nominated|tbd|unknown|empty|missing|blank|not known|not yet known|not named|to be named|tbn|tba|为空|是空|空着|空白|未知|缺失|未填|没填|未定|待定|不详',
);

export const notWords = split(
  "一次没|一次都没|一次也没|没出|没有出|not|lacking|has no|have no|having no|zero|缺|缺少|无|没填|没写|没填写|未填写|没有填|从没|从未|从来没|从来没有|no|non|without|except|except for|everything but|anything but|anyone but|all but|everyone but|excluding|other than|but not|neither|isn't|aren't|never|不|不是|非|不含|不包括|没有|没|未|除|除了|排除|除去|别的|不要|不看|不想看|除外|剔除|不算|excluded|left out",
);
/** Words that leave out what stands before them where nothing follows that could be left out: "已完成的不要". */
export const trailingNot: ReadonlySet<string> = new Set(split('不要|不看|不想看|除外|剔除|不算|excluded|left out'));
export const orWords = split('or|and|nor|as well as|plus|或|或者|和|与|及|以及|、|,|，|/|&|跟');
export const toWords = split(
  '靠|停靠|to|bound for|destined for|into|going to|heading to|towards|到|至|去|往|运往|开往|发往|运到|抵|目的港|目的地|到港|抵港|到达|抵达|进|送到|送往|送去|发到|运去|前往',
);
export const fromWords = split(
  '出|from|out of|ex|loaded in|loaded at|leaving|从|自|由|始发|起运|起运港|出发|装自|启运|起运地|发出|出的|走的|发的|起运的|出发的|装港|来自|来|出来|离港|离港前|开船|出口|出港|export|departures|departing',
);
/** Stand between a filter and its text. */
export const isWords = split(
  'is|are|was|equals|named|called|contains|containing|with|like|=|:|：|是|为|等于|叫|名为|包含|含有|含|有',
);
export const mineWords = split(
  '归我|归我管|我管|我负责|我跟|我跟的|我手上|我名下|assigned to me|mine|my|me|myself|我|我的|本人|自己|i am responsible|i am responsible for|i handle|i own',
);

/** Words that filter nothing. */
export const fillWords = split(
  [
    'filled in|filled|given|entered|running|or more|soon|about to|pls|plz|case|cases|already|we|you|i|so far|check|offer|offers|quote|quotes|quotation|quotations|market|now|right now|at the moment|about|over|number|everything|anything|anyone|anybody|person|data|tracking|tracked|result|results|job|jobs|order|orders|event|events|booking|bookings|subscription|subscriptions|show|show me|find|find me|list|give me|get|search|search for|look for|display|i want|i need|want|need|see|all|any|every|the|a|an|of|with|in|on|at|for|by|via|through|that|which|who|whose|where|are|is|was|were|be|been|being|has|have|had|please|only|just|shipment|shipments|exception|exceptions|cargo|goods|problem|problems|record|records|row|rows|item|items|one|ones|those|these|this|it|they|their|there|still|yet|currently|status|state|type|types|similar|such|such as|like|-like|day|what|me|us|our|as|and|but|also|then|than|do|does|did|need to|have to|should|port|ports|of type|kind|its|work|list of|shipping|carriers|lines',
    '名下|又|掉|刚|刚刚|单子|单|大单|柜子|子|完|完的|新|这些|那批|这批|即将|快要|快|预计|至今|到现在|手上|手头|手里|先看|先处理|麻烦|报价|市场|次|中|有没有|有无|结果|跟踪|已经|作业|任务|事件|订舱|订单|订阅|的|了|请|帮我|帮忙|我要|我想|找|找出|查|查看|查询|查找|搜索|看|看看|显示|列出|筛选|给我|所有|全部|那些|哪些|在|被|都|还|仍|仍然|目前|现在|当前|有|货|货物|票|这票|单子|异常|记录|数据|箱子|一下|要|想|并|且|并且|而且|但|但是|类似|之类|这样|这类|等|状态|状态为|类型|类型为|方面|的话|出来|以外|之外|外|以上|会|将|就|个|只看|只要|仅|时间|日期|时|运|的货|相关|有关|关于|港|已|正在|天',
  ].join('|'),
);
