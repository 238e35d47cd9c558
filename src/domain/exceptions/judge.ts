import { oncePer } from '#shared/memory/once-per.ts';
import type { Instant } from '#shared/time/instant.ts';
import { provenanceAt } from '../intake/fusion/provenance.ts';
import type { FusedShipment, Provenance } from '../intake/fusion/types.ts';
import { boxesApart, pathInBill, shipmentOfBox } from '../tracking/boxes.ts';
import { mergeBoxes } from './boxes.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from './types.ts';

/** One box of a bill, with the shipment as that box has it. */
type BoxView = { containerNo: string; view: ShipmentView };

const isOwnPath = (path: string): boolean => path.startsWith('booking.') || path.startsWith('leg[');

/** Which source stated what the shipment of one box shows: of its calls those who tell of the box. */
function provenanceOfBox(fused: FusedShipment, ofBox: FusedShipment['content']): FusedShipment['provenance'] {
  const find = (path: string): Provenance | undefined => {
    const reported = isOwnPath(path) ? pathInBill(fused.content, ofBox, path) : path;
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

/** The boxes of a bill that travel apart, each with its own shipment; none where they travel together. Many rules ask for them. */
const boxViews = oncePer((view: ShipmentView): readonly BoxView[] => {
  const { fused } = view;
  if (fused === null) return [];
  return boxesApart(fused.content).map((containerNo) => {
    const content = shipmentOfBox(fused.content, containerNo);
    return { containerNo, view: { ...view, fused: { content, provenance: provenanceOfBox(fused, content) } } };
  });
});

const viewsFor = (rule: ExceptionRule, view: ShipmentView): readonly BoxView[] =>
  rule.judgesBoxes === true ? boxViews(view) : [];

/** What a rule finds in a shipment. One that judges boxes is requested from each where they travel apart; one problem names all its boxes. */
export function judge(
  rule: ExceptionRule,
  view: ShipmentView,
  now: Instant,
  settings: RuleSettings,
  reference: ReferenceData,
): Finding[] {
  const boxes = viewsFor(rule, view);
  if (boxes.length === 0) return rule.detect(view, now, settings, reference);
  return mergeBoxes(
    boxes.flatMap(({ containerNo, view: ofBox }) =>
      rule.detect(ofBox, now, settings, reference).map((finding) => ({ ...finding, containerNo })),
    ),
  );
}

/** The moments at which time alone may change what a rule finds in a shipment, or in one of its boxes; none where the rule tells none. */
export function changeTimesOf(
  rule: ExceptionRule,
  view: ShipmentView,
  settings: RuleSettings,
  reference: ReferenceData,
): Instant[] {
  const boxes = viewsFor(rule, view);
  const views = boxes.length === 0 ? [view] : boxes.map((box) => box.view);
  return views.flatMap((one) => rule.changeTimes?.(one, settings, reference) ?? []);
}
