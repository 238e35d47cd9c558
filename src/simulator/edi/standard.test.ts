import { expect, test } from 'vitest';
import { writeIftsta } from '#server/connectors/edifact/index.ts';
import { readEdifact } from '#server/connectors/edifact/read-edifact.ts';
import type { EdiNotice } from '#server/connectors/edifact/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { edifactProblems } from '#testing/standards/edifact.ts';
import { createWorld } from '../world.ts';
import { collectMoves } from './collect-moves.ts';
import { reportingTerminals } from './terminals.ts';
import { carrierMessages, interchangeText, terminalMessages } from './write-messages.ts';

const to = Date.UTC(2026, 10, 21, 6);
const moves = collectMoves(createWorld({ seed: 'edi' }), to - 3 * DAY_MS, to, 4_000);
const about = { sender: 'SHATERM', control: 'IC1', syntax: 'UNOC:3', madeAt: to };
const messages = [
  ...reportingTerminals.flatMap((terminal) =>
    terminalMessages(
      moves.filter(({ milestone }) => milestone.port.code === terminal.port),
      terminal,
      to,
    ),
  ),
  ...carrierMessages(moves, to),
];

test('what terminals and carriers of the world write is as the directory has it', () => {
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(['COARRI', 'CODECO', 'IFTSTA']));
  expect([...new Set(edifactProblems(interchangeText(messages, about)))]).toEqual([]);
});

test('what the product sends to its partners is too', async () => {
  const notices: EdiNotice[] = [];
  await readEdifact(
    [Buffer.from(interchangeText(messages, about), 'latin1')],
    (message) => void notices.push(...message.notices),
  );
  const { bytes } = writeIftsta(notices.slice(0, 60), {
    sender: { id: 'PORTOLAN', qualifier: 'ZZZ' },
    receiver: { id: 'PARTNER', qualifier: null },
    controlRef: 'OUT1',
    messageRef: '1',
    documentNo: 'STAT1',
    madeAt: to,
  });
  expect([...new Set(edifactProblems(bytes.toString('utf8')))]).toEqual([]);
});

test('the check finds what is not in the directory', () => {
  const [message] = messages.filter(({ type }) => type === 'COARRI');
  const text = interchangeText(message === undefined ? [] : [message], about);
  for (const [from, into] of [
    ['BGM+', 'BGX+'],
    ['LOC+9+', 'LOC+900+'],
    ['+CN+', '+CN:1:2:3:4+'],
    ['TDT+20', "LOC+9+CNSHA:139:6'TDT+20"],
    [/NAD\+[^']*'\n/, ''],
  ] as const)
    expect(edifactProblems(text.replace(from, into)), String(from)).not.toEqual(edifactProblems(text));
});
