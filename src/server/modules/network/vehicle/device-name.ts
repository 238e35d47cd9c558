/** A vehicle's device as the source of what it told. */
export const deviceName = (terminalNo: string, lang: 'zh' | 'en'): string =>
  lang === 'zh' ? `车载终端 ${terminalNo}` : `device ${terminalNo}`;
