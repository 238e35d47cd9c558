/** What words in the title of a column say of it. */
const words: readonly (readonly [string, RegExp])[] = [
  ['container', /container|cntr|ctnr|contenedor|konteyner|箱号|箱號|柜号|櫃號|컨테이너/u],
  [
    'move',
    /\b(?:moves?|events?|status|activity|operation|description|milestone)|movement|evento|estado|hareket|动态|動態|状态|狀態|事件|이벤트|상태/u,
  ],
  ['time', /date|time|when|timestamp|\bon\b|\bat\b|fecha|\bdata\b|tarih|日期|时间|時間|일시|일자/u],
  ['record', /creat|updat|modif|request|insert|collect|invalid|record|sync|valid/u],
  [
    'place',
    /place|location|\blocs?\b|\bport|port$|portname|port\b|city|terminal|depot|facility|yard|lugar|liman|puerto|地点|地點|港|场站|장소|지역/u,
  ],
  ['facility', /terminal|depot|facility|yard|\bcy\b|berth|码头|碼頭|堆场|터미널/u],
  ['vessel', /vessel|\bships?\b|\bvsl|buque|gemi|船名|船舶|선명|선박|모선/u],
  ['voyage', /voy|航次|항차|sefer|viaje/u],
  ['bill', /\bb ?l\b|bill|\bblno|bl no|提单|提單/u],
  ['booking', /booking|bkg|订舱|訂艙|부킹/u],
  ['from', /\bfrom|from\b|\bpol\b|origin|\bload|depart|\betd\b|\batd\b|起运|起運|装货|裝貨|出发|선적|출발/u],
  ['to', /\bto\b|\bto |to$|\bpod\b|dest|discharg|arriv|\beta\b|\bata\b|目的|卸货|卸貨|到达|양하|도착/u],
  ['leaves', /\betd\b|\batd\b|depart|sail|etd|atd|离港|離港|开航|출항|출발/u],
  ['reaches', /\beta\b|\bata\b|arriv|\beta|\bata|抵港|到港|입항|도착/u],
  ['actual', /actual|\bat[ad]\b|实际|實際|실제/u],
  ['expected', /estim|expect|plan|sched|\bet[ad]\b|predict|预计|預計|计划|예정/u],
  ['mode', /\bmode|transport|\bmeans|运输方式|運輸方式/u],
  ['code', /\bcode\b|\bid\b|uuid|\bkey\b|\blink\b|\burl\b|href|softship|ct ?code|\btype\b/u],
  ['inland', /destination|delivery|final|inland/u],
  ['flag', /\bflag|\bbuilt|\bimo\b/u],
  ['country', /country|国家|國家/u],
  ['zone', /zone|时区/u],
  ['next', /\bnext\b|\bto\b|previous/u],
];

/** A title with its words apart: `eventDate` and `event_date` are `event date`. */
const plainTitle = (title: string): string =>
  title
    .slice(0, 120)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\-./:()]+/g, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** The meaning of a column's title. */
export function titleStates(title: string): ReadonlySet<string> {
  const plain = plainTitle(title)
    .replaceAll(/\btransport\w*\b(?! mode)/g, 'mode')
    .replaceAll(/\b(?:report|import|export)\w*\b/g, '');
  return new Set(words.filter(([, pattern]) => pattern.test(plain)).map(([name]) => name));
}

const titled = ['container', 'move', 'time', 'place', 'vessel', 'voyage', 'bill', 'leaves', 'reaches'];

/** Whether a text is a title that lists of moves have. */
export function isTitle(text: string): boolean {
  const states = titleStates(text);
  return !/\d{2}/.test(text) && titled.some((one) => states.has(one));
}
