import { expect, test } from 'vitest';
import type { EdiMessage } from './message.ts';
import { readEdifact } from './read-edifact.ts';

/** The answers of a receiver as read of one interchange. */
async function answersOf(...bodies: readonly string[][]): Promise<EdiMessage[]> {
  const messages = bodies.map((body, index) =>
    [`UNH+${index + 1}+CONTRL:D:3:UN`, ...body, `UNT+${body.length + 2}+${index + 1}`].join("'"),
  );
  const text = `UNB+UNOB:3+ACME:ZZ+PORTOLAN:ZZZ+261103:0815+9'${messages.join("'")}'UNZ+${bodies.length}+9'`;
  const found: EdiMessage[] = [];
  await readEdifact([Buffer.from(text)], (message) => void found.push(message));
  return found;
}

test.each([
  [['UCI+42+PORTOLAN:ZZZ+ACME:ZZ+8'], { controlRef: '42', verdict: 'received', error: null }],
  [['UCI+42+PORTOLAN:ZZZ+ACME:ZZ+7'], { controlRef: '42', verdict: 'accepted', error: null }],
  [['UCI+42+PORTOLAN+ACME+4+23'], { controlRef: '42', verdict: 'refused', error: '23' }],
  // The interchange came, one message of it was refused, and in another a segment is wrong.
  [
    ['UCI+42+PORTOLAN+ACME+8', 'UCM+1+IFTSTA:D:00B:UN+7', 'UCM+2+IFTSTA:D:00B:UN+4+12', 'UCS+5+13', 'UCD+12+2:1'],
    { controlRef: '42', verdict: 'refused', error: '12' },
  ],
  [['UCI+42+PORTOLAN+ACME+8', 'UCF+7+PORTOLAN+ACME+4+28'], { controlRef: '42', verdict: 'refused', error: '28' }],
])('%j is read', async (body, answer) => {
  const [message] = await answersOf(body);
  expect(message).toMatchObject({ type: 'CONTRL', state: 'parsed', answer, notices: [], problems: [] });
});

test.each([[[]], [['UCI+42+PORTOLAN+ACME+9']], [['UCI++PORTOLAN+ACME+7']], [['UCM+1+IFTSTA:D:00B:UN+4']]])(
  'what says neither to what nor what is refused: %j',
  async (body) => {
    const [message] = await answersOf(body);
    expect(message).toMatchObject({ state: 'refused', answer: null, problems: [{ code: 'bad_answer' }] });
  },
);

test('several answers of one interchange are distinguished', async () => {
  const messages = await answersOf(['UCI+42+PORTOLAN+ACME+8'], ['UCI+43+PORTOLAN+ACME+4+2']);
  expect(messages.map(({ answer }) => answer?.controlRef)).toEqual(['42', '43']);
});
