/** Which way a list is sorted. */
export type SortDirection = 'asc' | 'desc';
/** An order that has words of its own: what it is by, the first that fits, and which way. */
type Concept = { words: string; by: readonly RegExp[]; way: SortDirection };

const price = [/^totalUsd$/, /^(priceUsd|freightUsd|freight)$/, /risk|cost|money|amount/i];
const added = [/^(createTime|openTime|recordTime|createdAt|quotedTime|subscribeTime)$/, /^(changeTime|updateTime)$/];
const comes = [/^(eta|arrivalTime|expectedTime)$/];
const ahead = [...comes, /^(departureTime|etd)$/, /^promisedOn$/, /^dueTime$/];
const delay = [/^(lateDays|delayHours)$/];
const duration = [/^transitDays$/, /^(lateDays|delayHours)$/];

/** Orders that have words of their own. */
export const concepts: readonly Concept[] = [
  { words: '最早到港|最早到达|最早到|最先到|先到|arriving soonest|arriving first', by: comes, way: 'asc' },
  {
    words: 'last changed|last updated|recently changed|recently updated|最近更新|最近修改|最后更新',
    by: [/^(changeTime|updateTime)$/],
    way: 'desc',
  },
  { words: 'most expensive|dearest|priciest|costliest|expensive|最贵|贵', by: price, way: 'desc' },
  { words: 'least expensive|cheapest|cheap|最便宜|便宜|最低价', by: price, way: 'asc' },
  { words: 'newest|most recent|latest|recent|最新|最近|新', by: added, way: 'desc' },
  { words: 'oldest|最旧|最老|最早|旧|老', by: added, way: 'asc' },
  { words: 'soonest|earliest|next|nearest|most urgent|最急|最紧急|最近要到|急', by: ahead, way: 'asc' },
  {
    words:
      'most delayed|most late|worst delayed|latest ones|longest delayed|longest delay|晚得最多|晚得最久|拖得最久|延误最久|延误最严重|延误最长|最晚的',
    by: delay,
    way: 'desc',
  },
  { words: 'most problematic|most problems|most trouble|问题最多', by: [/^openExceptions$/], way: 'desc' },
  { words: 'fastest|quickest|shortest|最快|最短|快', by: duration, way: 'asc' },
  { words: 'slowest|longest|最慢|最长', by: duration, way: 'desc' },
  { words: 'most at risk|biggest loss|损失最大|风险最大', by: [/risk|cost|money|amount/i], way: 'desc' },
  { words: 'most severe|most serious|severest|severe|critical|严重', by: [/^severity$/], way: 'desc' },
  { words: 'worst|最严重|最糟', by: [/^severity$/, ...delay, /^openExceptions$/], way: 'desc' },
];

/** What stands before the name of a sort key and says which way. */
export const superlatives: Readonly<Record<SortDirection, string>> = {
  desc: 'highest|largest|biggest|most|longest|latest|newest|greatest|most recent|worst',
  asc: 'lowest|smallest|least|fewest|shortest|earliest|soonest|oldest|nearest|closest|next',
};
/** The same in Chinese, behind the name. */
export const hanSuperlatives: Readonly<Record<SortDirection, string>> = {
  desc: '最高|最多|最大|最长|最晚|最新|最久|最重|高|多|大|长|晚|新|久',
  asc: '最低|最少|最小|最短|最早|最旧|最近|低|少|小|短|早|旧|近',
};
/** Words that put something first. */
export const FIRST =
  '(?: ones?| rows?| on| at| to)*(?: the)?[ ,]*(?:first|on top|(?:at )?the top|at top|up front|leading)(?![a-z])';
/** The same in Chinese. */
export const HAN_FIRST =
  '的?(?:排|放|摆|列)?(?:在|到)?(?:最前面?|前面|前头|最前|前|优先|靠前|最上面?|上面|先看|先处理|先列|先显示|先来)';

/** Words for a way alone. */
export const ways: Readonly<Record<SortDirection, string>> = {
  desc: 'descending|desc|(?:from )?high(?:est)? to low(?:est)?|(?:from )?most to (?:least|fewest)|(?:from )?(?:new(?:est)?|latest) to (?:old(?:est)?|earliest)|newest first|latest first|highest first|largest first|most first|longest first|(?:from )?long(?:est)? to short(?:est)?|从高到低|由高到低|从大到小|由大到小|从多到少|由多到少|从新到旧|由新到旧|从晚到早|由晚到早|从远到近|由远到近|从长到短|由长到短|从贵到便宜|由贵到便宜|降序|倒序|倒着|逆序',
  asc: 'ascending|asc|(?:from )?low(?:est)? to high(?:est)?|(?:from )?(?:least|fewest) to most|(?:from )?(?:old(?:est)?|earliest) to (?:new(?:est)?|latest)|oldest first|earliest first|soonest first|nearest first|lowest first|smallest first|shortest first|cheapest first|从低到高|由低到高|从小到大|由小到大|从少到多|由少到多|从旧到新|由旧到新|从早到晚|由早到晚|从近到远|由近到远|从短到长|由短到长|从便宜到贵|由便宜到贵|升序|正序|顺序',
};
/** Ways that name their key themselves: "cheap to expensive". */
export const bare: readonly (readonly [RegExp, readonly RegExp[], SortDirection])[] = [
  [
    /(?:from )?cheap(?:est)? to (?:expensive|most expensive|dear(?:est)?)(?![a-z])|从便宜到贵|由便宜到贵|价低在前/y,
    price,
    'asc',
  ],
  [/(?:from )?(?:most )?(?:expensive|dearest) to (?:cheap(?:est)?)(?![a-z])|从贵到便宜|由贵到便宜/y, price, 'desc'],
  [/(?:from )?(?:new(?:est)?|latest) to (?:old(?:est)?)(?![a-z])|从新到旧|由新到旧/y, added, 'desc'],
  [/(?:from )?old(?:est)? to (?:new(?:est)?|latest)(?![a-z])|从旧到新|由旧到新/y, added, 'asc'],
];

/** What people call sort keys besides their names. */
export const sortWords: readonly { field: RegExp; words: string }[] = [
  { field: /^totalUsd$/, words: 'price|prices|all-in|total|cost|价格|全包价|总价|价钱|运价|价' },
  { field: /^freight(Usd)?$/, words: 'ocean freight|freight|海运费' },
  { field: /^changeUsd$/, words: 'change|price change|increase|rise|涨幅|涨跌|变化' },
  { field: /^transitDays$/, words: 'transit|transit time|transit days|航程|航行天数|时长|航时' },
  {
    field: /^(lateDays|delayHours)$/,
    words: 'delay|delays|days late|hours late|lateness|late|延误|延误天数|延误时间|晚的天数|延迟',
  },
  { field: /^openExceptions$/, words: 'exceptions|problems|trouble|number of exceptions|异常数|异常数量|问题|异常' },
  { field: /^lines$/, words: 'lines|number of lines|行数|明细数' },
  { field: /^rolls$/, words: 'rolls|rollovers|times rolled|甩柜次数|甩柜|被甩次数' },
  { field: /^severity$/, words: 'severity|严重程度|级别' },
  { field: /^promisedOn$/, words: 'promised date|promise|promised delivery|due date|承诺日|承诺日期|交期|交付日' },
  { field: /^expectedTime$/, words: 'expected delivery|expected|预计交付' },
  { field: /^dueTime$/, words: 'deadline|due|due time|处理时限|时限|截止时间' },
  {
    field: /^(createTime|openTime|createdAt)$/,
    words: 'creation|creation time|created|age|found|创建时间|产生时间|发生时间',
  },
  { field: /^(changeTime|updateTime)$/, words: 'last change|update|updated|changed|last update|更新时间|修改时间' },
  { field: /^startTime$/, words: 'start|start time|开始时间|启动时间' },
  { field: /^quotedTime$/, words: 'quote|quoted|quotation time|报价时间' },
  { field: /^(subscribeTime)$/, words: 'subscription|subscribed|订阅时间' },
  {
    field: /^(eta|arrivalTime)$/,
    words: '到港日|到港日期|抵港日|到达日|arrival|arrivals|eta|arrival date|到港时间|抵港时间|到港|到达时间|抵港',
  },
  {
    field: /^(etd|departureTime)$/,
    words: 'departure|departures|etd|sailing|sailing date|离港时间|开船时间|开航|开船|离港',
  },
  { field: /^expectedTime$/, words: '预计交付时间|预计交付日|expected date' },
  { field: /risk|cost|money/i, words: 'exposure|money|金额|money at risk|risk|loss|cost|损失|风险金额|费用' },
];
