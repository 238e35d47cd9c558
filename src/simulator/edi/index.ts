import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { World } from '../world.ts';
import { collectMoves, type Move } from './collect-moves.ts';
import { bendFile, REPEATED } from './disorder.ts';
import { reportingCarriers, reportingTerminals, terminalIdentity } from './terminals.ts';
import { carrierMessages, interchangeText, type Message, terminalMessages } from './write-messages.ts';

/** Moves written at a time; at great speed of the world's clock the rest is left out. */
const MOVES_MOST = 400;
/** What was done before the world was looked at is reported so far back. */
const LOOK_BACK_MS = 12 * HOUR_MS;

/** How partners of the world write their files. */
export type EdiOptions = { world: World; folder: string; now: () => Instant; everyMs?: number };

/** A file of a partner, complete. */
export type EdiFile = { name: string; bytes: Buffer };

type Sender = { identity: string; messages: Message[] };

function sendersOf(world: World, moves: readonly Move[], to: Instant): Sender[] {
  const terminals = reportingTerminals.map((terminal) => ({
    identity: terminalIdentity(terminal.port),
    messages: terminalMessages(
      moves.filter(({ milestone }) => milestone.port.code === terminal.port),
      terminal,
      to,
    ),
  }));
  const carriers = reportingCarriers.flatMap((index) => {
    const carrier = world.network.carriers[index];
    const own = moves.filter(({ shipment }) => shipment.carrier.index === index);
    return carrier === undefined ? [] : [{ identity: carrier.scac, messages: carrierMessages(own, to) }];
  });
  return [...terminals, ...carriers].filter(({ messages }) => messages.length > 0);
}

/** The files that partners write about a stretch of time; the same world gives the same files. */
export function ediFiles(world: World, from: Instant, to: Instant): EdiFile[] {
  const random = createRandom(`${world.seed}/edi/${to}`);
  return sendersOf(world, collectMoves(world, from, to, MOVES_MOST), to).flatMap(({ identity, messages }) => {
    const control = `${Math.floor(to / 1_000)
      .toString(36)
      .toUpperCase()}${identity.slice(-5)}`;
    const text = interchangeText(messages, { sender: identity, control, syntax: 'UNOC:3', madeAt: to });
    const bytes = Buffer.from(bendFile(text, random), 'latin1');
    const name = `${messages[0]?.type}_${identity}_${control}`;
    const file = { name: `${name}.edi`, bytes };
    return random.chance(REPEATED) ? [file, { name: `${name}_2.edi`, bytes }] : [file];
  });
}

async function put(folder: string, { name, bytes }: EdiFile): Promise<void> {
  const passing = join(folder, `.${name}.part`);
  await writeFile(passing, bytes);
  await rename(passing, join(folder, name));
}

/** Starts partners that put files into the folder from time to time; what they know is the world's truth. */
export function startEdiPartners({ world, folder, now, everyMs = 60_000 }: EdiOptions): { stop: () => Promise<void> } {
  let told = now() - LOOK_BACK_MS;
  let writing: Promise<unknown> = Promise.resolve();
  const write = async (): Promise<void> => {
    const to = now();
    // A clock that was set back starts anew from there.
    const from = told > to ? to - HOUR_MS : told;
    told = to;
    await mkdir(folder, { recursive: true });
    // What lies further back was reported hour by hour.
    for (let at = from; at < to; at += HOUR_MS) {
      for (const file of ediFiles(world, at, Math.min(to, at + HOUR_MS))) await put(folder, file);
    }
  };
  const run = (): void => {
    writing = writing.then(write).catch(() => undefined);
  };
  // The carriers answer first: building the whole world takes a moment.
  const first = setTimeout(run, 5_000);
  const timer = setInterval(run, everyMs);
  first.unref();
  timer.unref();
  return {
    stop: async () => {
      clearTimeout(first);
      clearInterval(timer);
      await writing;
    },
  };
}
