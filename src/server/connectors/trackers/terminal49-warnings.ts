import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { WarningCode } from '#shared/reference/warning-codes.ts';
import { asObject, attribute, parseJsonBytes } from '../untrusted.ts';
import { first, objects, part, textOf } from './record.ts';
import type { Fields } from './talk.ts';

/** Contents of notifications that answers do not repeat, in the order of receipt; `gone`: withdrawn. */
type Standing = { warningCd: WarningCode; containerNo?: string; portCd?: string; occurTime: string; gone: boolean };

/** How such a message begins, as it is kept: answers, which may be long, need not be read to know that they are none. */
const STANDING = '{"standing":';

/** Lists of a container that are a warning while something stands in them. Answers give no time for them; notifications do. */
const listed: Readonly<Record<string, WarningCode>> = {
  holds_at_pod_terminal: 'WHOLD',
  fees_at_pod_terminal: 'WFEE',
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The attributes of a resource under their names in the API; clients of the platform write them in other cases, without the part around them. */
export function attributesOf(resource: Fields): Fields {
  const own = asObject(attribute(resource, 'attributes')) ?? resource;
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [snake(name), value]));
}

/** Whether a list of holds or fees has any that stands: a hold that was released stays listed with another status. */
const anyStands = (list: unknown): boolean =>
  Array.isArray(list) && objects(list).some((one) => ['hold', null].includes(textOf(one, 'status')));

function ofUpdate(update: Fields, container: string | null): Standing[] {
  const fields = attributesOf(update);
  const occurTime = textOf(fields, 'timestamp');
  const changes = part(fields, 'changeset');
  if (occurTime === null || container === null) return [];
  return Object.entries(listed).flatMap(([name, warningCd]) => {
    const change = attribute(changes, name);
    if (!Array.isArray(change) || change.length !== 2) return [];
    return [{ warningCd, containerNo: normalizeContainerNumber(container), occurTime, gone: !anyStands(change[1]) }];
  });
}

function ofEstimate(estimate: Fields): Standing[] {
  const fields = attributesOf(estimate);
  const [occurTime, portCd] = [textOf(fields, 'created_at'), textOf(fields, 'location_locode')];
  return occurTime === null ? [] : [{ warningCd: 'WETA', ...(portCd !== null && { portCd }), occurTime, gone: false }];
}

/** What a notification warns of, kept as a message of its own; undefined where it warns of nothing and takes nothing back. */
export function standingOfNotification(message: Fields): { standing: Standing[] } | undefined {
  const included = objects(attribute(message, 'included'));
  const ofType = (type: string): Fields[] => included.filter((one) => textOf(one, 'type') === type);
  const containers = ofType('container').map((one) => textOf(attributesOf(one), 'number'));
  // A notification of an update is about one container.
  const container = containers.length === 1 ? (containers[0] ?? null) : null;
  const standing = [
    ...ofType('container_updated_event').flatMap((one) => ofUpdate(one, container)),
    ...ofType('estimated_event').flatMap(ofEstimate),
  ];
  return standing.length === 0 ? undefined : { standing };
}

/** Bodies by kind: answers of the platform, and notifications that stand beside them. */
export function splitBodies(bodies: readonly Uint8Array[]): { answers: Uint8Array[]; standing: Fields[] } {
  const answers: Uint8Array[] = [];
  const standing: Fields[] = [];
  for (const body of bodies) {
    const isStanding = Buffer.from(body.subarray(0, STANDING.length)).toString() === STANDING;
    if (isStanding) standing.push(...objects(attribute(asObject(parseJsonBytes(body)?.value) ?? {}, 'standing')));
    else answers.push(body);
  }
  return { answers, standing };
}

/** Changes of the last free day among the events of a container: the newest of them. */
export function lastFreeDayWarning(
  events: readonly { name: string; containerNo: string | undefined; at: unknown }[],
): Fields[] {
  const changes = events.filter(({ name }) => /^container\.pickup_lfd(?:_[a-z]+)?\.changed$/.test(name));
  const byContainer = Map.groupBy(changes, ({ containerNo }) => containerNo);
  return [...byContainer].flatMap(([containerNo, own]) => {
    const newest = own.toSorted((a, b) => Date.parse(String(a.at)) - Date.parse(String(b.at))).at(-1);
    return containerNo === undefined || typeof newest?.at !== 'string'
      ? []
      : [{ warningCd: 'WLFD' satisfies WarningCode, containerNo, occurTime: newest.at }];
  });
}

/**
 * The warnings that stand: of each kind, container and port the latest one, in whatever order they arrived; a hold or a fee only as long as
 * the newest answer has not emptied its list.
 */
export function standingWarnings(standing: readonly Fields[], containers: readonly Fields[]): Fields[] {
  const keyOf = (one: Fields): string => JSON.stringify([one['warningCd'], one['containerNo'], one['portCd']]);
  const newest = new Map<string, Fields>();
  const at = (one: Fields): number => Date.parse(String(one['occurTime'])) || 0;
  for (const one of standing) {
    const before = newest.get(keyOf(one));
    if (before === undefined || at(before) <= at(one)) newest.set(keyOf(one), one);
  }
  const isEmptied = ({ warningCd, containerNo }: Fields): boolean =>
    Object.entries(listed).some(([name, code]) => {
      const container = containers.find((own) => normalizeContainerNumber(textOf(own, 'number') ?? '') === containerNo);
      const list = code === warningCd && container !== undefined ? first(container, name) : undefined;
      return Array.isArray(list) && !anyStands(list);
    });
  return [...newest.values()].filter((one) => one['gone'] !== true && !isEmptied(one));
}
