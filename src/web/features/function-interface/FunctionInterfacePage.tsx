import { functionInterface } from '#entities/function-interface.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** The list of function interfaces. */
export function FunctionInterfacePage() {
  return <EntityListPage entity={functionInterface} route="/function-interface" />;
}
