import { Suspense, useState, type ComponentType, type ReactElement } from 'react';
import { fetched } from './fetched.tsx';

/**
 * A dialog or drawer whose code is fetched when it is first opened: most visits never do. It stays mounted
 * from then on, so that it can close in its own way.
 */
export function late<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactElement | null {
  const Part = fetched(load, 'window');
  return function Late(props: P): ReactElement | null {
    const [wanted, setWanted] = useState(props.open);
    if (props.open && !wanted) setWanted(true);
    if (!wanted && !props.open) return null;
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
