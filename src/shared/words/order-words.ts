import { fieldWords } from './lexicon.ts';
import type { WordOrder, WordSort } from './types.ts';

/** An order found in a text, and how many characters name it; without `sort` the list cannot be in this order. */
export type OrderFound = { length: number; sort: WordOrder | undefined };

type Way = 'asc' | 'desc';
/** An order that has words of its own: what it is by, the first that fits, and which way. */
type Concept = { words: string; by: readonly RegExp[]; way: Way };

const price = [/^totalUsd$/, /^(priceUsd|freightUsd|freight)$/, /risk|cost|money|amount/i];
const added = [/^(createTime|openTime|recordTime|createdAt|quotedTime|subscribeTime)$/, /^(changeTime|updateTime)$/];
const comes = [/^(eta|arrivalTime|expectedTime)$/];
const ahead = [...comes, /^(departureTime|etd)$/, /^promisedOn$/, /^dueTime$/];
const delay = [/^(lateDays|delayHours)$/];
const duration = [/^transitDays$/, /^(lateDays|delayHours)$/];

const concepts: readonly Concept[] = [
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

const superlatives: Readonly<Record<Way, string>> = {
  desc: 'highest|largest|biggest|most|longest|latest|newest|greatest|most recent|worst',
  asc: 'lowest|smallest|least|fewest|shortest|earliest|soonest|oldest|nearest|closest|next',
};
const hanSuperlatives: Readonly<Record<Way, string>> = {
  desc: '最高|最多|最大|最长|最晚|最新|最久|最重|高|多|大|长|晚|新|久',
  asc: '最低|最少|最小|最短|最早|最旧|最近|低|少|小|短|早|旧|近',
};
const FIRST =
  '(?: ones?| rows?| on| at| to)*(?: the)?[ ,]*(?:first|on top|(?:at )?the top|at top|up front|leading)(?![a-z])';
const HAN_FIRST =
  '的?(?:排|放|摆|列)?(?:在|到)?(?:最前面?|前面|前头|最前|前|优先|靠前|最上面?|上面|先看|先处理|先列|先显示|先来)';

const ways: Readonly<Record<Way, string>> = {
  desc: 'descending|desc|(?:from )?high(?:est)? to low(?:est)?|(?:from )?most to (?:least|fewest)|(?:from )?(?:new(?:est)?|latest) to (?:old(?:est)?|earliest)|newest first|latest first|highest first|largest first|most first|longest first|(?:from )?long(?:est)? to short(?:est)?|从高到低|由高到低|从大到小|由大到小|从多到少|由多到少|从新到旧|由新到旧|从晚到早|由晚到早|从远到近|由远到近|从长到短|由长到短|从贵到便宜|由贵到便宜|降序|倒序|倒着|逆序',
  asc: 'ascending|asc|(?:from )?low(?:est)? to high(?:est)?|(?:from )?(?:least|fewest) to most|(?:from )?(?:old(?:est)?|earliest) to (?:new(?:est)?|latest)|oldest first|earliest first|soonest first|nearest first|lowest first|smallest first|shortest first|cheapest first|从低到高|由低到高|从小到大|由小到大|从少到多|由少到多|从旧到新|由旧到新|从早到晚|由早到晚|从近到远|由近到远|从短到长|由短到长|从便宜到贵|由便宜到贵|升序|正序|顺序',
};
const bare: readonly (readonly [RegExp, readonly RegExp[], Way])[] = [
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
const sortWords: readonly { field: RegExp; words: string }[] = [
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

/** Names of sort keys, the longest first. */
const names = new WeakMap<readonly WordSort[], readonly (readonly [word: string, name: string])[]>();

function namesOf(sorts: readonly WordSort[]): readonly (readonly [word: string, name: string])[] {
  const known = names.get(sorts);
  if (known !== undefined) return known;
  const made = sorts
    .flatMap(({ name, labels }) => [
      ...labels.map((label): [string, string] => [label.toLowerCase(), name]),
      ...sortWords.flatMap(({ field, words }) =>
        field.test(name) ? words.split('|').map((word): [string, string] => [word, name]) : [],
      ),
      ...fieldWords.flatMap(({ field, words }) =>
        field.test(name) ? words.map((word): [string, string] => [word, name]) : [],
      ),
    ])
    .filter(([word]) => word !== '')
    .toSorted(([one], [other]) => other.length - one.length);
  names.set(sorts, made);
  return made;
}

const byWay = (pattern: (way: Way) => string): Readonly<Record<Way, RegExp>> => ({
  desc: new RegExp(pattern('desc'), 'y'),
  asc: new RegExp(pattern('asc'), 'y'),
});
const isLatin = (char: string | undefined): boolean => char !== undefined && /[a-z0-9]/.test(char);
const matched = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};
const pick = (sorts: readonly WordSort[], by: readonly RegExp[]): string | undefined => {
  for (const pattern of by) {
    const found = sorts.find(({ name }) => pattern.test(name));
    if (found !== undefined) return found.name;
  }
  return undefined;
};
const fillers = /(?:[ ,]|the |of )*/y;
const skip = (text: string, at: number): number => at + (matched(fillers, text, at)?.[0].length ?? 0);

function keyAt(text: string, at: number, sorts: readonly WordSort[]): { length: number; name: string } | undefined {
  const dashed = text.replaceAll('-', ' ');
  for (const [word, name] of namesOf(sorts))
    if (dashed.startsWith(word.replaceAll('-', ' '), at) && !(isLatin(word.at(-1)) && isLatin(text[at + word.length])))
      return { length: word.length, name };
  return undefined;
}

/** Numbers and days of delay begin with what is most, names and days to come with what is first. */
const usualWay = (name: string): Way =>
  /Usd$|late|delay|exceptions|rolls|lines|risk|cost|created?|open|change|update|severity|quoted|subscribe/i.test(name)
    ? 'desc'
    : 'asc';

const wayBehind = (gap: string): Readonly<Record<Way, RegExp>> =>
  byWay((way) => `${gap}(?:in )?(?:${ways[way]})(?: order)?`);
const wayBehindComma = wayBehind('[ ,]*');
const wayBehindBlank = wayBehind(' *');
const wayAt = (text: string, at: number, patterns = wayBehindComma): { length: number; way: Way } | undefined => {
  for (const way of ['desc', 'asc'] as const) {
    const match = matched(patterns[way], text, at);
    if (match !== null) return { length: match[0].length, way };
  }
  return undefined;
};

const openingWords =
  /(?:please )?(?:(?:sort(?:ed)?|order(?:ed)?|arranged?|ranked?)(?: them| it| this| the list)? by|by) +|(?:按照?|依|以)/y;
const unitOfKey = / (?:date|day|time)s?(?![a-z])/y;
const closingWords = /的?(?:先后顺序|先后|顺序)?(?:来)?(?:排序|排列|排个序|排一下|排)/y;

/** "Sorted by price, highest first", "按价格从高到低排序". */
function sorted(text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined {
  const opening = matched(openingWords, text, at);
  if (opening === null) return undefined;
  const isTold = /sort|order|arrang|rank/.test(opening[0]);
  let end = skip(text, at + opening[0].length);
  const key = keyAt(text, end, sorts);
  if (key === undefined) return undefined;
  end += key.length;
  end += matched(unitOfKey, text, end)?.[0].length ?? 0;
  const told = wayAt(text, end);
  end += told?.length ?? 0;
  const closing = matched(closingWords, text, end)?.[0] ?? '';
  end += closing.length;
  if (!isTold && told === undefined && closing === '') return undefined;
  return { length: end - at, sort: { columnName: key.name, sortType: told?.way ?? usualWay(key.name) } };
}

const leadWords = /(?:with |starting with |beginning with |put |show |先看|先列|先显示)?(?:the )?/y;
const superlativeWords = byWay((way) => `(?:${superlatives[way]})(?![a-z])(?: of)? `);
const hanFirst = byWay((way) => `(?:${hanSuperlatives[way]})${HAN_FIRST}`);
const hanAfterFirst = byWay((way) => `(?:${hanSuperlatives[way]})的?`);
const firstWords = new RegExp(FIRST, 'y');
const shortClosing = /的?(?:排序|排列|排)/y;

/** "Highest price first", "价格最低的排前面". */
function firstOf(text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined {
  const lead = matched(leadWords, text, at)?.[0] ?? '';
  const begins = /starting|beginning|先/.test(lead);
  const from = at + lead.length;
  for (const way of ['desc', 'asc'] as const) {
    const word = matched(superlativeWords[way], text, from);
    const key = word === null ? undefined : keyAt(text, skip(text, from + word[0].length), sorts);
    if (word !== null && key !== undefined) {
      const end = skip(text, from + word[0].length) + key.length;
      const first = matched(firstWords, text, end)?.[0];
      if (first !== undefined || begins)
        return { length: end + (first?.length ?? 0) - at, sort: { columnName: key.name, sortType: way } };
    }
    const han = keyAt(text, from, sorts);
    if (han === undefined) continue;
    const most = matched((begins ? hanAfterFirst : hanFirst)[way], text, from + han.length);
    if (most !== null)
      return { length: from + han.length + most[0].length - at, sort: { columnName: han.name, sortType: way } };
  }
  // "Price high to low" names its key first.
  const key = keyAt(text, from, sorts);
  const told = key === undefined ? undefined : wayAt(text, from + key.length, wayBehindBlank);
  if (key !== undefined && told !== undefined) {
    const named = from + key.length + told.length;
    const closing = matched(shortClosing, text, named)?.[0] ?? '';
    return { length: named + closing.length - at, sort: { columnName: key.name, sortType: told.way } };
  }
  return undefined;
}

const leadOfConcept = /(?:with |starting with |beginning with |put |show |先看|先列|先显示|先给我看)?(?:the )?/y;
const conceptPatterns = concepts.map(({ words, by, way }) => ({
  by,
  way,
  alone: new RegExp(`(?:${words})(?![a-z])(?:的|${FIRST}|${HAN_FIRST})?`, 'y'),
  first: new RegExp(`(?:${words})(?![a-z])(?:${FIRST}|${HAN_FIRST})`, 'y'),
}));

/** "Most expensive first", "最新的在前". */
function conceptOf(text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined {
  const lead = matched(leadOfConcept, text, at)?.[0] ?? '';
  const begins = /starting|beginning|先/.test(lead);
  for (const { by, way, alone, first } of conceptPatterns) {
    const match = matched(begins ? alone : first, text, at + lead.length);
    if (match === null) continue;
    const name = pick(sorts, by);
    const length = lead.length + match[0].length;
    return { length, sort: name === undefined ? undefined : { columnName: name, sortType: way } };
  }
  for (const [pattern, by, way] of bare) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const name = pick(sorts, by);
    return { length: match[0].length, sort: name === undefined ? undefined : { columnName: name, sortType: way } };
  }
  return undefined;
}

/** Reads a sort order at a position of a text, such as "cheapest first"; undefined if there is none. */
export const readOrder = (text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined =>
  sorted(text, at, sorts) ?? firstOf(text, at, sorts) ?? conceptOf(text, at, sorts);
