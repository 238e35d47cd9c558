// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData, ParsedBody } from '#contract/index.ts';
import {
  type AnsweredWay,
  type CarrierAnswer,
  mergeAnswers,
  timesOf,
  transitDaysOf,
} from '#domain/network/sailing/carrier-answers.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type AskDeps, askCarriers } from './ask-carriers.ts';
import { presentPorts } from './present.ts';
import { readPorts, windowOf } from './query-sailings.ts';

type Data = CallData<'carrierWayQuery'>;

const presentCutOffs = (cutOffs: CarrierAnswer['cutOffs'] = []) => cutOffs.map(({ code, at }) => ({ code, time: at }));

function presentAnswer(answer: CarrierAnswer): Data['ways'][number]['answers'][number] {
  const { departsAt, arrivesAt } = timesOf(answer);
  return {
    carrierCode: answer.carrierCode,
    saidTime: answer.statedAt,
    departureTime: departsAt,
    arrivalTime: arrivesAt,
    transitDays: transitDaysOf(answer),
    legs: answer.legs.map(({ operatorCode, departsAt: leaves, arrivesAt: comes, cutOffs, calls = [], ...leg }) => ({
      ...leg,
      carrierCode: operatorCode,
      departureTime: leaves,
      arrivalTime: comes,
      cutOffs: presentCutOffs(cutOffs),
      calls: calls.map((call) => ({ port: call.port, arrivalTime: call.arrivesAt, departureTime: call.departsAt })),
    })),
    cutOffs: presentCutOffs(answer.cutOffs),
  };
}

const portsOf = ({ answers }: AnsweredWay): string[] =>
  answers.flatMap(({ legs }) =>
    legs.flatMap(({ fromPort, toPort, calls = [] }) => [fromPort, toPort, ...calls.map(({ port }) => port)]),
  );

/** What carriers answer themselves to a question from port to port, merged by voyage, with the age of each answer. */
export async function queryCarrierWays({
  ctx,
  input,
  ...deps
}: Pick<AskDeps, 'keys' | 'reference'> & { ctx: Ctx; input: ParsedBody<'carrierWayQuery'> }): Promise<Data> {
  const { reference } = deps;
  const { fromPort, toPort } = readPorts(input, reference);
  const { dateOf, mostChanges: maxChanges, carrierCodes } = input;
  const now = ctx.clock.now();
  const window = windowOf(input, dateOf === 'arrival' ? toPort : fromPort, reference, now);
  const heard = await askCarriers(
    { ...deps, database: ctx.unscoped, clock: ctx.clock, log: ctx.log },
    { fromPort, toPort, dateOf, maxChanges, ...window },
    carrierCodes,
  );
  // What has left cannot be booked; days of carriers are those of UTC.
  const ways = mergeAnswers(
    heard
      .flatMap(({ answers }) => answers)
      .filter((answer) => {
        const { departsAt, arrivesAt } = timesOf(answer);
        const counts = dateOf === 'arrival' ? arrivesAt : departsAt;
        return departsAt > now && counts >= window.from && counts < window.to;
      }),
  );
  return {
    ways: ways.map(({ answers, differs }) => ({ answers: answers.map(presentAnswer), differs })),
    ports: presentPorts([fromPort, toPort, ...ways.flatMap(portsOf)], reference),
    sources: heard.map(({ carrierCode, answeredAt, failing }) => ({
      carrierCode,
      answeredTime: answeredAt,
      failing,
      count: ways.filter(({ answers }) => answers.some((one) => one.carrierCode === carrierCode)).length,
    })),
  };
}
