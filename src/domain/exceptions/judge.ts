import { oncePer } from '#shared/memory/once-per.ts';
import type { Instant } from '#shared/time/instant.ts';
import { provenanceAt } from '../intake/fusion/provenance.ts';
import type { FusedShipment, Provenance } from '../intake/fusion/types.ts';
import { containersApart, pathInBill, shipmentOfContainer } from '../tracking/containers.ts';
import { mergeContainers } from './containers.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from './types.ts';

/** One container of a bill, with the shipment as that container has it. */
type ContainerView = { containerNo: string; view: ShipmentView };

const isOwnPath = (path: string): boolean => path.startsWith('booking.') || path.startsWith('leg[');

/** Which source stated what the shipment of one container shows: of its calls those who tell of the container. */
function provenanceOfContainer(
  fused: FusedShipment,
  ofContainer: FusedShipment['content'],
): FusedShipment['provenance'] {
  const find = (path: string): Provenance | undefined => {
    const reported = isOwnPath(path) ? pathInBill(fused.content, ofContainer, path) : path;
    return reported === undefined ? undefined : provenanceAt(fused, reported);
  };
  return new Proxy<Record<string, Provenance>>(
    {},
    {
      get: (_none, path) => find(String(path)),
      getOwnPropertyDescriptor: (_none, path) => {
        const value = find(String(path));
        return value && { value, enumerable: true, configurable: true };
      },
    },
  );
}

/** The containers of a bill that travel apart, each with its own shipment; none where they travel together. Many rules ask for them. */
const containerViews = oncePer((view: ShipmentView): readonly ContainerView[] => {
  const { fused } = view;
  if (fused === null) return [];
  return containersApart(fused.content).map((containerNo) => {
    const content = shipmentOfContainer(fused.content, containerNo);
    return { containerNo, view: { ...view, fused: { content, provenance: provenanceOfContainer(fused, content) } } };
  });
});

const viewsFor = (rule: ExceptionRule, view: ShipmentView): readonly ContainerView[] =>
  rule.judgesContainers === true ? containerViews(view) : [];

/** What a rule finds in a shipment. One that judges containers is requested from each where they travel apart; one problem names all its containers. */
export function judge(
  rule: ExceptionRule,
  view: ShipmentView,
  now: Instant,
  settings: RuleSettings,
  reference: ReferenceData,
): Finding[] {
  const containers = viewsFor(rule, view);
  if (containers.length === 0) return rule.detect(view, now, settings, reference);
  return mergeContainers(
    containers.flatMap(({ containerNo, view: ofContainer }) =>
      rule.detect(ofContainer, now, settings, reference).map((finding) => ({ ...finding, containerNo })),
    ),
  );
}

/** The moments at which time alone may change what a rule finds in a shipment, or in one of its containers; none where the rule tells none. */
export function changeTimesOf(
  rule: ExceptionRule,
  view: ShipmentView,
  settings: RuleSettings,
  reference: ReferenceData,
): Instant[] {
  const containers = viewsFor(rule, view);
  const views = containers.length === 0 ? [view] : containers.map((container) => container.view);
  return views.flatMap((one) => rule.changeTimes?.(one, settings, reference) ?? []);
}
