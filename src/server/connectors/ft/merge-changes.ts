import { asObject, attribute } from '../untrusted.ts';
import { objectsOf } from './freightower-fields.ts';

type Fields = Record<string, unknown>;

/** How a changed node is marked: added, changed, deleted. */
const marks = { changed: 2, deleted: 3 } as const;

const markOf = (fields: Fields): number => Number(attribute(fields, 'dbtype'));
const statusOf = (container: Fields): Fields[] => objectsOf(attribute(container, 'status'));
const keyOf = (fields: Fields, ...names: string[]): string =>
  JSON.stringify(names.map((name) => attribute(fields, name) ?? null));

/** Whether a result tells what changed instead of everything: its nodes are marked, or it names neither routes nor places. */
function isChange(result: Fields): boolean {
  const lists = ['routes', 'places'].flatMap((name) => objectsOf(attribute(result, name)));
  const containers = objectsOf(attribute(result, 'containers'));
  return (
    lists.length === 0 || [...lists, ...containers, ...containers.flatMap(statusOf)].some((one) => markOf(one) > 0)
  );
}

/** What is reported now over what was reported before: an empty value replaces nothing. */
function merged(before: Fields, now: Fields): Fields {
  const reported = Object.entries(now).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return { ...before, ...Object.fromEntries(reported) };
}

function mergeLists(before: unknown, now: unknown, ...key: string[]): Fields[] {
  const list = new Map(objectsOf(before).map((one) => [keyOf(one, ...key), one]));
  for (const one of objectsOf(now)) {
    const place = keyOf(one, ...key);
    if (markOf(one) === marks.deleted) list.delete(place);
    else {
      const known = list.get(place) ?? {};
      const [details, more] = [asObject(attribute(known, 'modeDetails')), asObject(attribute(one, 'modeDetails'))];
      list.set(place, {
        ...merged(known, one),
        ...(details !== undefined && more !== undefined && { modeDetails: merged(details, more) }),
      });
    }
  }
  return [...list.values()];
}

/** Nodes of a container: a changed one replaces those of its code and place, a deleted one takes them away. */
function mergeStatus(before: readonly Fields[], now: readonly Fields[]): Fields[] {
  let nodes = [...before];
  for (const node of now) {
    const isChanged = markOf(node) === marks.changed || markOf(node) === marks.deleted;
    const names = isChanged ? ['eventCode', 'portCode'] : ['eventCode', 'portCode', 'eventTime', 'isEsti'];
    const key = keyOf(node, ...names);
    nodes = nodes.filter((one) => keyOf(one, ...names) !== key);
    if (markOf(node) !== marks.deleted) nodes.push(node);
  }
  return nodes;
}

function mergeContainers(before: unknown, now: unknown): Fields[] {
  const list = new Map(objectsOf(before).map((one) => [attribute(one, 'containerNo'), one]));
  for (const one of objectsOf(now)) {
    const number = attribute(one, 'containerNo');
    if (markOf(one) === marks.deleted) list.delete(number);
    else {
      const known = list.get(number) ?? {};
      list.set(number, { ...merged(known, one), status: mergeStatus(statusOf(known), statusOf(one)) });
    }
  }
  return [...list.values()];
}

/** The state of a shipment after another message: a full message replaces it, a message of changes is merged into it. */
export function afterMessage(before: Fields | undefined, now: Fields): Fields {
  if (before === undefined || !isChange(now)) return now;
  const plan = asObject(attribute(now, 'terminalPlan'));
  return {
    ...merged(before, now),
    places: mergeLists(attribute(before, 'places'), attribute(now, 'places'), 'type', 'code'),
    routes: mergeLists(attribute(before, 'routes'), attribute(now, 'routes'), 'route'),
    containers: mergeContainers(attribute(before, 'containers'), attribute(now, 'containers')),
    ...(plan !== undefined && { terminalPlan: merged(asObject(attribute(before, 'terminalPlan')) ?? {}, plan) }),
  };
}
