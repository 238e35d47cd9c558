export {
  actorOf,
  cancelRefusion,
  checkMaySetForAll,
  presentRefusion,
  type Refusion,
  refusions,
  refusionStep,
  type RefusionWork,
  startRefusion,
} from './refusion-run.ts';
