import { z } from 'zod';
import { isPlaceAttribute, isTimeAttribute, parseEventKey } from '#domain/intake/fusion/paths.ts';
import { whyValue } from '#domain/tracking/why/why.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { Desk } from './desk.ts';
import { foundShape } from './find-reference.ts';
import { candidateLines, shipmentInput, type Trace, traceOf } from './get-shipment.ts';
import { attributeOf, labelOf, whyText } from './labels.ts';
import { maybe, quoted, momentShape, words } from './shapes.ts';
import { defineTool } from './tool.ts';

type Provenance = Trace['provenance'][string];
type Claim = Provenance['winner'];

/** The zone of the place that a time at a path is of. */
function zoneOfPath(desk: Desk, { booking, legs }: Trace, path: string): string | null {
  const [, kind = '', key = ''] = /^(\w+)(?:\[([^\]]*)\])?/.exec(path) ?? [];
  const isDeparture = /^(?:etd|atd|plannedDeparture|loaded)$/.test(attributeOf(path));
  if (kind === 'event') return desk.zoneOf(parseEventKey(key).portCode);
  if (kind === 'leg') {
    const leg = legs.find(({ sequence }) => String(sequence) === key);
    return desk.zoneOf((isDeparture ? leg?.portOfLoading : leg?.portOfDischarge) ?? null);
  }
  return isDeparture ? booking.polZone : booking.podZone;
}

/** A value as people read it, and who says it since when. What is neither a time, a number nor a known place is quoted. */
function presentClaim(desk: Desk, trace: Trace, path: string, claim: Claim) {
  const { value } = claim;
  const attribute = attributeOf(path);
  const isTime = isTimeAttribute(attribute) && typeof value === 'number';
  const place = isPlaceAttribute(attribute) && typeof value === 'string' ? desk.port(value) : null;
  return {
    source: desk.lang === 'zh' ? claim.sourceNameCn : claim.sourceNameEn,
    time: isTime ? desk.time(value, zoneOfPath(desk, trace, path)) : null,
    number: !isTime && typeof value === 'number' ? value : null,
    place,
    observed: desk.time(claim.observedAt),
    quoted: words({ value: typeof value === 'string' && place === null ? value : null }),
  };
}

const claimShape = z.object({
  source: z.string(),
  time: maybe(momentShape),
  number: maybe(z.number()),
  place: maybe(z.string()),
  observed: momentShape,
  quoted,
});
type Shown = z.input<typeof claimShape>;

const valueText = (desk: Desk, { time, number, place, quoted: outside }: Shown): string =>
  time?.local ?? place ?? (number === null ? undefined : String(number)) ?? desk.quote(outside['value'] ?? '-');

/** The path that a caller means: as it is, or by the name of a value of the whole shipment. */
function pathOf(provenance: Trace['provenance'], wanted: string): string | undefined {
  return [wanted, `booking.${wanted}`].find((path) => Object.hasOwn(provenance, path));
}

function sentenceOf(desk: Desk, { rule, winner, others }: Provenance): string {
  const nameOf = (claim: Claim): string => (desk.lang === 'zh' ? claim.sourceNameCn : claim.sourceNameEn);
  const why = whyValue({
    rule,
    winner: { ...winner, name: nameOf(winner) },
    others: others.map((claim) => ({ value: claim.value, name: nameOf(claim) })),
  });
  return why === undefined ? '' : whyText(desk, why);
}

export const explainValue = defineTool({
  name: 'explain_value',
  scope: 'read',
  title: { zh: '解释一个值', en: 'Explain a value' },
  description: {
    zh: '一票货物的某个值（如 eta、etd、atd、ata、carrierCode、vesselName，或 leg[1].eta 这样的路径）由谁提供、按什么规则采用、其他来源说了什么。不给 value 时列出可以询问的值。',
    en: 'Who says a value of a shipment (such as eta, etd, atd, ata, carrierCode, vesselName, or a path such as leg[1].eta), by which rule it is used, and what the others say. Without value it lists the values that can be asked for.',
  },
  input: z.strictObject({
    ...shipmentInput,
    value: z.string().min(1).max(200).optional().describe('Name or path of the value, for example eta or leg[1].eta'),
  }),
  output: z.object({
    value: maybe(
      z.object({
        path: z.string(),
        label: z.string(),
        why: z.string(),
        winner: claimShape,
        others: z.array(claimShape),
      }),
    ),
    paths: z.array(z.object({ path: z.string(), label: z.string() })),
    candidates: z.array(foundShape),
  }),
  run: async (desk, input) => {
    const found = await traceOf(desk, input);
    if ('candidates' in found)
      return {
        lines: candidateLines(desk, found.candidates),
        data: { value: null, paths: [], candidates: found.candidates },
      };
    const { trace } = found;
    const known = Object.keys(trace.provenance).filter((path) => /^[\w.[\]|>-]{1,120}$/.test(path));
    if (input.value === undefined) {
      const paths = known.slice(0, 60).map((path) => ({ path, label: labelOf(desk, path) }));
      return {
        lines: [desk.text('assistant.values'), ...paths.map(({ path, label }) => `${path} · ${label}`)],
        data: { value: null, paths, candidates: [] },
      };
    }
    const path = pathOf(trace.provenance, input.value);
    const provenance = path === undefined ? undefined : trace.provenance[path];
    if (path === undefined || provenance === undefined)
      throw new AppError('assistant.noValue', { value: desk.quote(input.value) });
    const winner = presentClaim(desk, trace, path, provenance.winner);
    const others = provenance.others.map((claim) => presentClaim(desk, trace, path, claim));
    const value = { path, label: labelOf(desk, path), why: sentenceOf(desk, provenance), winner, others };
    return {
      lines: [
        `${value.label}: ${valueText(desk, winner)}`,
        value.why,
        desk.text('assistant.saidBy', { source: winner.source, time: winner.observed.local }),
        ...others.map((other) => `${other.source}: ${valueText(desk, other)} (${other.observed.local})`),
      ],
      data: { value, paths: [], candidates: [] },
    };
  },
});
