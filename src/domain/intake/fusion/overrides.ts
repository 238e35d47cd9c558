import { statusAtPort } from '../../tracking/derive.ts';
import { eventName, isNumericAttribute, parseEventKey, parsePath } from './paths.ts';
import type { AttributePath, AttributeValue, Claim, FieldOverride } from './types.ts';

const isNewer = (a: FieldOverride, b: FieldOverride): boolean =>
  a.enteredAt !== b.enteredAt ? a.enteredAt > b.enteredAt : a.id > b.id;

/** The override that rules per path: active, and the newest when an expert entered several. */
export const activeOverrides = (overrides: readonly FieldOverride[]): Map<AttributePath, FieldOverride> => {
  const ruling = new Map<AttributePath, FieldOverride>();
  for (const override of overrides) {
    if (!override.active) continue;
    const other = ruling.get(override.path);
    if (!other || isNewer(override, other)) ruling.set(override.path, override);
  }
  return ruling;
};

/** The path of a milestone once its port turns out to be a transhipment port; the path itself otherwise. */
function pathAtPort(path: AttributePath, transhipments: readonly string[]): AttributePath {
  const parsed = parsePath(path);
  if (parsed?.kind !== 'event') return path;
  const { containerNo, statusCode, portCode } = parseEventKey(parsed.key);
  const occurrence = Number(parsed.key.split('|')[3]);
  const name = eventName({
    containerNo,
    statusCode: statusAtPort(statusCode, portCode, transhipments),
    portCode,
    occurrence,
  });
  return `${name}.${parsed.attribute}`;
}

/**
 * Overrides entered on milestones that now belong to a transhipment port follow them; one entered on the transhipment milestone
 * itself is in force before them.
 */
export function overridesAtTranshipments(
  overrides: ReadonlyMap<AttributePath, FieldOverride>,
  transhipments: readonly string[],
): ReadonlyMap<AttributePath, FieldOverride> {
  if (overrides.size === 0 || transhipments.length === 0) return overrides;
  const moved = [...overrides].map(([path, override]) => [pathAtPort(path, transhipments), override] as const);
  return new Map([...moved.filter(([path]) => !overrides.has(path)), ...overrides]);
}

/**
 * Whether an expert may give an attribute this value: numbers for times and amounts, text for the rest, null to
 * clear a wrong one. The number of a container is its identity and stays.
 */
export const acceptsValue = (attribute: string, value: AttributeValue): boolean => {
  if (attribute === 'containerNo') return false;
  if (value === null) return true;
  return isNumericAttribute(attribute) ? Number.isFinite(value) : typeof value === 'string' && value !== '';
};

/** The expert's say as a claim, so that it is shown like every other one. */
export const claimOf = (override: FieldOverride): Claim => ({
  recordId: override.id,
  sourceType: 'EXPERT',
  sourceCode: `expert:${override.enteredBy}`,
  value: override.value,
  observedAt: override.enteredAt,
});
