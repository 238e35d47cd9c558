/** Prices of agents and carriers. */
export const freight = {
  view: '查看明细',
  book: '订舱',
  lines: '费用明细',
  linesNote: '按票收取的费用按每票一箱计算；百分比附加费仅以海运费为基数。',
  oceanFreight: '海运费',
  total: '全包价（USD/箱）',
  missingRates: '缺少汇率，无法合计：{{currencies}}',
  trend: '航线市场行情（近 30 天即期报价）',
  noMarket: '该航线还没有即期报价',
  bandText: '低位 {{low}}，中位 {{mid}}，高位 {{high}} USD',
  line: {
    name: '费用',
    basis: '计费方式',
    payer: '付款方式',
    amount: '原币金额',
    rate: '折美元汇率（日期）',
    perContainer: 'USD/箱',
  },
  basis: { CONTAINER: '按箱', BL: '按票', PERCENT: '运费百分比' },
  payer: { PREPAID: '预付', COLLECT: '到付' },
} as const;
