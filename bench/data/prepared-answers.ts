import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createWorld } from '#simulator/index.ts';
import { carrierAnswer } from './distinct-shipments.ts';
import { cacheDirectory } from './load-exceptions.ts';

/** What a carrier answers about one bill, made beforehand so that answering costs nothing. */
export type PreparedAnswer = { billNo: string; carrierCode: string; bookedAt: number; body: string };

const dayMs = 86_400_000;

/** Answers about shipments of the simulated world as of today; kept for the day. */
export function prepareAnswers(count: number): PreparedAnswer[] {
  const at = Math.floor(Date.now() / dayMs) * dayMs;
  const file = path.join(cacheDirectory, `answers-${new Date(at).toISOString().slice(0, 10)}-${count}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as PreparedAnswer[];
  const world = createWorld({ seed: 'bench' });
  const answers: PreparedAnswer[] = [];
  for (const shipment of world.shipmentsAlive(at)) {
    if (answers.length >= count) break;
    const body = Buffer.from(carrierAnswer(world, shipment, at)).toString();
    if (body === '[]') continue;
    answers.push({ billNo: shipment.billNo, carrierCode: shipment.carrier.code, bookedAt: shipment.bookedAt, body });
  }
  mkdirSync(cacheDirectory, { recursive: true });
  writeFileSync(file, JSON.stringify(answers));
  return answers;
}

/** The same answers several times over, each copy about bills of its own: the last letter of their number is another. */
export const copiesOf = (answers: readonly PreparedAnswer[], copies: number): PreparedAnswer[] =>
  answers.flatMap((answer) =>
    Array.from({ length: copies }, (_nothing, copy) => {
      const billNo = copy === 0 ? answer.billNo : `${answer.billNo.slice(0, -1)}${String.fromCharCode(64 + copy)}`;
      return { ...answer, billNo, body: answer.body.replaceAll(answer.billNo, billNo) };
    }),
  );
