import { severityNames } from '#lists/severity.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { both, type Lang, type Text } from '#shared/i18n/text.ts';
import type { Outgoing } from '../types.ts';
import { cutTo } from './markup.ts';

/** A notification as chat programs show it. */
export type ChatMessage = {
  lang: Lang;
  heading: string | null;
  /** As the definition has it, with markup. */
  text: string;
  /** What it is about, as far as the text does not name it. */
  fields: readonly { label: string; value: string }[];
  /** The page of the product about it; null where the text has the link already. */
  link: { label: string; url: string } | null;
};

const labels = {
  severity: both('严重程度', 'Severity'),
  blNo: both('提单号', 'Bill'),
  ctnNo: both('箱号', 'Container'),
  carrierCode: both('船公司', 'Carrier'),
  vesselName: both('船名', 'Vessel'),
  voyage: both('航次', 'Voyage'),
} as const satisfies Readonly<Record<string, Text>>;

const open = both('在航图中查看', 'Open in Portolan');

/** Slack takes this many characters in a header, the least of all. */
const maxHeading = 150;
const maxValue = 60;
/** A longer link would leave no room for the text. */
const maxLink = 1_000;

const characters = (max: number) => ({ max, sizeOf: (text: string) => text.length });
const levels = ['low', 'medium', 'high'] as const;

function valueOf(name: string, value: unknown, lang: Lang): string {
  if (typeof value !== 'string') return '';
  return name === 'severity' && isOneOf(levels, value) ? severityNames[value][lang] : value.trim();
}

/** The form that all chat programs get, each in its own format. */
export function chatMessage({
  subject,
  content,
  facts,
  lang,
}: Pick<Outgoing, 'subject' | 'content' | 'facts' | 'lang'>): ChatMessage {
  const named = `${subject ?? ''}\n${content}`;
  const fields = Object.entries(labels).flatMap(([name, label]) => {
    const value = cutTo(valueOf(name, facts[name], lang), characters(maxValue));
    return value === '' || named.includes(value) ? [] : [{ label: label[lang], value }];
  });
  const { link } = facts;
  const isLink = typeof link === 'string' && /^https?:\/\/[^\s()<>|]+$/.test(link) && link.length <= maxLink;
  return {
    lang,
    heading: subject === null || subject.trim() === '' ? null : cutTo(subject, characters(maxHeading)),
    text: content,
    fields,
    link: isLink && !content.includes(link) ? { label: open[lang], url: link } : null,
  };
}
