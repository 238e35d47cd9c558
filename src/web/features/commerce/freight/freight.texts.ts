import type { TextTree } from '#web/i18n/all-texts.ts';

/** Prices of agents and carriers. */
export const freight = {
  view: { zh: '查看明细', en: 'Open' },
  book: { zh: '订舱', en: 'Book' },
  lines: { zh: '费用明细', en: 'Charges' },
  linesNote: {
    zh: '按票收取的费用按每票一箱计算；百分比附加费仅以海运费为基数。',
    en: 'Charges per bill assume a bill with one container; percentages apply to the freight only.',
  },
  oceanFreight: { zh: '海运费', en: 'Ocean freight' },
  total: { zh: '全包价（USD/箱）', en: 'All-in price (USD per container)' },
  missingRates: {
    zh: '缺少汇率，无法合计：{{currencies}}',
    en: 'No total: exchange rates are missing for {{currencies}}',
  },
  trend: { zh: '航线市场行情（近 30 天即期报价）', en: 'Market prices of the lane (spot prices, last 30 days)' },
  noMarket: { zh: '该航线还没有即期报价', en: 'No spot prices for this lane yet' },
  bandText: {
    zh: '低位 {{low}}，中位 {{mid}}，高位 {{high}} USD',
    en: 'Low {{low}}, median {{mid}}, high {{high}} USD',
  },
  axis: {
    day: { zh: '日期', en: 'Day' },
    low: { zh: '低位', en: 'Low' },
    mid: { zh: '中位', en: 'Median' },
    high: { zh: '高位', en: 'High' },
    band: { zh: '四分位区间（25%–75%）', en: 'First to third quartile' },
    own: { zh: '当前价格', en: 'This price' },
  },
  lanes: {
    title: { zh: '各航线的市场区间与报价', en: 'Market range and offers of each lane' },
    band: { zh: '市场区间（低位至高位）', en: 'Market range (low to high)' },
    mid: { zh: '市场中位', en: 'Market median' },
    offer: { zh: '一家供应商的报价', en: 'Offer of one supplier' },
    best: { zh: '最低报价', en: 'Lowest offer' },
    lane: { zh: '航线', en: 'Lane' },
    supplier: { zh: '供应商', en: 'Supplier' },
    total: { zh: '全包价（USD/箱）', en: 'All-in price (USD/ctr)' },
    cheapest: {
      zh: '{{supplier}}：{{total}}，共 {{count}} 个报价',
      en: '{{supplier}}: {{total}}, {{count}} {{count, plural(one: offer; other: offers)}}',
    },
    one: { zh: '{{supplier}} {{total}} USD', en: '{{supplier}} {{total}} USD' },
    none: { zh: '无市场数据', en: 'No market data' },
    cut: {
      zh: '仅显示前 {{shown}} 条，共 {{count}} 条；请缩小筛选范围',
      en: 'The first {{shown}} of {{count}}; narrow the filters',
    },
  },
  sailing: {
    title: { zh: '各航次的报价', en: 'Prices of each sailing' },
    range: {
      zh: '{{type}} 最低 {{low}}，中位 {{mid}}，最高 {{high}} USD，{{count}} 个航次',
      en: '{{type}}: lowest {{low}}, median {{mid}}, highest {{high}} USD, {{count}} {{count, plural(one: sailing; other: sailings)}}',
    },
    band: { zh: '最低至最高', en: 'Lowest to highest' },
    mid: { zh: '中位', en: 'Median' },
    price: { zh: '全包价（USD）', en: 'All-in price (USD)' },
    type: { zh: '箱型', en: 'Type' },
    departure: { zh: '离港', en: 'Departure' },
    arrival: { zh: '抵港', en: 'Arrival' },
    vessel: { zh: '船名 / 航次', en: 'Vessel / voyage' },
    carrier: { zh: '船公司', en: 'Carrier' },
    days: { zh: '航程（天）', en: 'Transit (days)' },
    offer: { zh: '一个航次的报价', en: 'Price of one sailing' },
    open: { zh: '{{vessel}}，{{type}}：{{total}} USD', en: '{{vessel}}, {{type}}: {{total}} USD' },
  },
  stale: { zh: '非今日报价', en: 'Not from today' },
  since: { zh: '自 {{day}}', en: 'since {{day}}' },
  charge: {
    THC: { zh: '起运港码头操作费', en: 'Terminal handling, origin' },
    DTH: { zh: '目的港码头操作费', en: 'Terminal handling, destination' },
    DTHC: { zh: '目的港码头操作费', en: 'Terminal handling, destination' },
    DOC: { zh: '文件费', en: 'Documentation fee' },
    BAF: { zh: '燃油附加费', en: 'Bunker adjustment factor' },
    CAF: { zh: '货币贬值附加费', en: 'Currency adjustment factor' },
    PSS: { zh: '旺季附加费', en: 'Peak season surcharge' },
    GRI: { zh: '综合费率上涨附加费', en: 'General rate increase' },
    EBS: { zh: '紧急燃油附加费', en: 'Emergency bunker surcharge' },
    LSS: { zh: '低硫附加费', en: 'Low sulphur surcharge' },
    ORC: { zh: '原产地接货费', en: 'Origin receiving charge' },
    AMS: { zh: '美国舱单费', en: 'Automated manifest fee' },
    ENS: { zh: '欧盟入境申报费', en: 'Entry summary declaration' },
    SEAL: { zh: '铅封费', en: 'Seal fee' },
    CIC: { zh: '集装箱不平衡附加费', en: 'Container imbalance charge' },
    PCS: { zh: '港口拥挤附加费', en: 'Port congestion surcharge' },
  },
  line: {
    name: { zh: '费用', en: 'Charge' },
    basis: { zh: '计费方式', en: 'Basis' },
    payer: { zh: '付款方式', en: 'Payment' },
    amount: { zh: '原币金额', en: 'As charged' },
    rate: { zh: '折美元汇率（日期）', en: 'US dollars per unit (day)' },
    perContainer: { zh: 'USD/箱', en: 'USD per container' },
  },
  basis: {
    CONTAINER: { zh: '按箱', en: 'Per container' },
    BL: { zh: '按票', en: 'Per bill' },
    PERCENT: { zh: '运费百分比', en: 'Percent of freight' },
  },
  payer: {
    PREPAID: { zh: '预付', en: 'Prepaid' },
    COLLECT: { zh: '到付', en: 'Collect' },
  },
  change: {
    button: { zh: '修改筛选出的全部', en: 'Change all filtered' },
    title: {
      freightRate: { zh: '批量修改运价', en: 'Bulk change of rates' },
      surcharge: { zh: '批量修改附加费', en: 'Bulk change of surcharges' },
    },
    scope: {
      zh: '修改当前筛选条件下的全部价格，不只是本页。先预览修改前后的值，再一次写入；之后可以撤销。',
      en: 'This changes every price that matches the filters, on all pages. You see the old and new values first; then all are changed at once, and you can undo the change.',
    },
    kind: {
      label: { zh: '修改方式', en: 'Kind of change' },
      percent: { zh: '按比例', en: 'By percent' },
      amount: { zh: '按金额', en: 'By amount' },
      validity: { zh: '改有效期', en: 'Validity' },
    },
    hint: {
      percent: {
        zh: '正数上调，负数下调，按四舍五入取整。',
        en: 'A negative number lowers prices. Halves are rounded up.',
      },
      amount: {
        zh: '以价格自身的币种加减，负数下调；百分比附加费按百分点加减。',
        en: 'In the currency of each price; a negative number lowers it. Percentages change by percentage points.',
      },
      validity: {
        zh: '留空的一端保持不变。与同类价格重叠的行会在预览中指出。',
        en: 'An empty date does not change. The preview marks lines that would overlap a price of the same kind.',
      },
    },
    percent: { zh: '比例(%)', en: 'Percent' },
    percentExample: { zh: '如 5 或 -3', en: 'such as 5 or -3' },
    amount: { zh: '金额', en: 'Amount' },
    amountExample: { zh: '如 100 或 -50', en: 'such as 100 or -50' },
    rounding: { zh: '取整', en: 'Rounding' },
    roundTo: {
      cent: { zh: '精确到分', en: 'To the cent' },
      whole: { zh: '取整到 1', en: 'To whole units' },
      five: { zh: '取整到 5', en: 'To multiples of 5' },
      ten: { zh: '取整到 10', en: 'To multiples of 10' },
    },
    look: { zh: '预览', en: 'Preview' },
    preview: { zh: '修改前后的值', en: 'Old and new values' },
    write: { zh: '修改 {{count}} 行', en: 'Change {{count}} {{count, plural(one: line; other: lines)}}' },
    other: { zh: '返回', en: 'Back' },
    summary: {
      zh: '符合条件 {{chosen}} 行，将修改 {{changed}} 行，{{same}} 行不变。',
      en: '{{chosen}} {{chosen, plural(one: line matches; other: lines match)}}: {{changed}} would change, {{same}} would stay the same.',
    },
    refused: {
      zh: '{{count}} 行不能这样修改，请缩小筛选范围或换一个值。',
      en: '{{count}} {{count, plural(one: line; other: lines)}} cannot be changed this way: narrow the filters or enter another value.',
    },
    more: {
      zh: '其余 {{count}} 行未列出，同样处理。',
      en: '{{count}} more {{count, plural(one: line is; other: lines are)}} not shown.',
    },
    number: { zh: '编号', en: 'Number' },
    about: { zh: '价格', en: 'Price' },
    values: { zh: '修改前 → 修改后', en: 'Old → new' },
    earlier: { zh: '最近的批量修改', en: 'Recent bulk changes' },
    lines: { zh: '{{count}} 行', en: '{{count}} {{count, plural(one: line; other: lines)}}' },
    undo: { zh: '撤销', en: 'Undo' },
    undone: { zh: '{{by}} 已撤销', en: 'Undone by {{by}}' },
    undoAsk: { zh: '撤销这次批量修改？', en: 'Undo this change?' },
    undoAbout: {
      zh: '{{what}}，共 {{count}} 行，将恢复到修改前的值。此后又被改动的行保持不变。',
      en: '{{what}}, {{count}} {{count, plural(one: line; other: lines)}}: their old values are restored. Lines changed since then stay as they are.',
    },
    left: {
      zh: '{{count}} 行此后已被修改或删除，保持不变：{{numbers}}',
      en: '{{count}} {{count, plural(one: line was; other: lines were)}} changed or deleted since then and left as is: {{numbers}}',
    },
    lookFailed: { zh: '预览失败', en: 'The preview failed' },
    failed: { zh: '批量修改失败', en: 'The prices were not changed' },
    undoFailed: { zh: '撤销失败', en: 'The change was not undone' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    freight: typeof freight;
  }
}
