import { type ComponentType, lazy, type ReactElement } from 'react';

/** How to let go of the components whose code could not be fetched. */
const failed = new Set<() => void>();

/**
 * A component whose code is fetched when it is first drawn. React remembers a failure for as long as the page stays
 * open; after `forgetFailures` this one is fetched again.
 */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactElement {
  const start = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failed.add(() => {
          Part = start();
        });
        throw error;
      }
    }) as unknown as ComponentType<P>;
  let Part = start();
  return function Fetched(props: P): ReactElement {
    const Current = Part;
    return <Current {...props} />;
  };
}

/** From now on, code that could not be fetched is asked for again. */
export function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}
