import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Desk } from './desk.ts';
import { severityOf } from './get-shipment.ts';
import { cleanText } from '#shared/text/clean-text.ts';

const cell = (text: string): string => cleanText(text).replace(/\s+/g, ' ').replaceAll('|', '/');

const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** Every milestone with its code, its stage and its name. */
function statusesText({ reference, lang, text }: Desk): string {
  const statuses = [...reference.statuses.values()].toSorted(
    (a, b) => a.stageSequence - b.stageSequence || a.statusSequence - b.statusSequence,
  );
  const rows = statuses.map((status) =>
    lang === 'zh' ? [status.code, status.stageNameCn, status.nameCn] : [status.code, status.stageNameEn, status.nameEn],
  );
  return `# ${text('assistant.statuses')}\n\n${tableOf(text('assistant.statusColumns').split(' | '), rows)}\n`;
}

/** Every rule that is on: what it looks for and how severe what it finds is. */
function rulesText({ reference, lang, text }: Desk): string {
  const types = [...reference.exceptionTypes.values()].filter(({ enabled }) => enabled);
  const rows = types.map((type) => [
    type.code,
    lang === 'zh' ? type.nameCn : type.nameEn,
    text(`assistant.severity.${severityOf(type.severity)}`),
    (lang === 'zh' ? type.descriptionCn : type.descriptionEn) ?? '',
  ]);
  return `# ${text('assistant.rules')}\n\n${tableOf(text('assistant.ruleColumns').split(' | '), rows)}\n`;
}

/** Offers what assistants can read up: milestones and rules. */
function offerResources(server: McpServer, desk: Desk): void {
  const documents = [
    { name: 'statuses', title: desk.text('assistant.statuses'), write: statusesText },
    { name: 'rules', title: desk.text('assistant.rules'), write: rulesText },
  ];
  for (const { name, title, write } of documents)
    server.registerResource(name, `portolan://${name}`, { title, mimeType: 'text/markdown' }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: write(desk) }],
    }));
}

const message = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

/** Offers questions that people ask again and again. */
function offerPrompts(server: McpServer, { text, number }: Desk): void {
  server.registerPrompt(
    'morning_round',
    { title: text('assistant.morningRound'), description: text('assistant.morningRoundAbout') },
    () => message(text('assistant.morningRoundText')),
  );
  server.registerPrompt(
    'explain_delay',
    {
      title: text('assistant.explainDelay'),
      description: text('assistant.explainDelayAbout'),
      argsSchema: z.strictObject({ reference: z.string().min(3).max(60) }),
    },
    ({ reference }) => message(text('assistant.explainDelayText', { reference: number(reference) })),
  );
}

/** Offers everything besides tools. */
export function offerGuides(server: McpServer, desk: Desk): void {
  offerResources(server, desk);
  offerPrompts(server, desk);
}
