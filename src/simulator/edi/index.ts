import { createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { type Partner, type PartnerFile, startPartner } from '../folders/start-partner.ts';
import type { World } from '../world.ts';
import { collectMoves, type Move } from './collect-moves.ts';
import { bendFile, REPEATED } from './disorder.ts';
import { reportingCarriers, reportingTerminals, terminalIdentity } from './terminals.ts';
import { carrierMessages, interchangeText, type Message, terminalMessages } from './write-messages.ts';

/** Moves written at a time; at great speed of the world's clock the rest is left out. */
const MAX_MOVES = 400;
/** What was done before the world was looked at is reported so far back. */
const LOOK_BACK_MS = 12 * HOUR_MS;

/** How partners of the world write their files. */
export type EdiOptions = { world: World; folder: string; now: () => Instant; everyMs?: number };

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
export function ediFiles(world: World, from: Instant, to: Instant): PartnerFile[] {
  const random = createRandom(`${world.seed}/edi/${to}`);
  return sendersOf(world, collectMoves(world, from, to, MAX_MOVES), to).flatMap(({ identity, messages }) => {
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

/** Starts partners that put files into the folder from time to time; what they know is the world's truth. */
export const startEdiPartners = ({ world, ...options }: EdiOptions): Partner =>
  startPartner({
    ...options,
    lookBackMs: LOOK_BACK_MS,
    // What lies further back was reported hour by hour.
    stepMs: HOUR_MS,
    filesOf: (from, to) => ediFiles(world, from, to),
  });
