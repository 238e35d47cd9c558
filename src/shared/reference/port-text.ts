import type { Lang } from '../i18n/text.ts';

/** Code of a port and its name in a language; the code alone where there is no other name, nothing where there is no port. */
export function portText(
  lang: Lang,
  port: { readonly portCode: string | null; readonly portName: string | null; readonly portNameCn: string | null },
): string {
  if (port.portCode === null) return '';
  const name = lang === 'zh' ? (port.portNameCn ?? port.portName) : port.portName;
  return name === null || name === port.portCode ? port.portCode : `${port.portCode} ${name}`;
}
