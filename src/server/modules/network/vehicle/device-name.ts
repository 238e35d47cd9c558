/** A vehicle's device as the source of what it reported. */
export const deviceName = (terminalNo: string, lang: 'zh' | 'en'): string =>
  lang === 'zh' ? `车载终端 ${terminalNo}` : `device ${terminalNo}`;
