import type { ReactElement, ReactNode } from 'react';
import './map-page.css';

type Props = {
  /** What the list beside the map shows, for screen readers. */
  sideLabel: string;
  side: ReactNode;
  /** The map and what lies over it. */
  children: ReactNode;
};

/** A page with a list on the left and a map on the right; below each other on a narrow screen. */
export const MapPage = ({ sideLabel, side, children }: Props): ReactElement => (
  <div className="pt-map-page">
    <aside aria-label={sideLabel}>{side}</aside>
    <div className="pt-map-page-map">{children}</div>
  </div>
);
