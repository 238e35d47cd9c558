import { exception } from './exception.ts';
import { milestone } from './milestone.ts';
import { position } from './position.ts';
import { rate } from './rate.ts';
import { sailing } from './sailing.ts';
import { container, shipment } from './shipment.ts';
import type { Dataset } from './declare.ts';

/** All data sets for analysts, in the order in which people read about them. */
export const datasets: readonly Dataset[] = [shipment, container, milestone, exception, sailing, rate, position];

/** A data set by its name; undefined when no data set has this name. */
export const datasetOf = (name: string): Dataset | undefined => datasets.find((dataset) => dataset.name === name);

export type { Column, Dataset } from './declare.ts';
