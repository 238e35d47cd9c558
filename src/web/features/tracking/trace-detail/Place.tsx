import { usePlaceName } from './trace-context.ts';

/** A port by name and code; one that nobody knows by its code alone. */
export function Place({ code }: { code: string }) {
  const name = usePlaceName()(code);
  if (name === code) return <b className="pt-mono">{code}</b>;
  return (
    <>
      <b>{name}</b> <span className="pt-muted pt-mono">{code}</span>
    </>
  );
}
