export {
  actorOf,
  cancelRecompute,
  checkMaySetForAll,
  presentRecompute,
  type Recomputation,
  recomputations,
  recomputeStep,
  type RecomputeWork,
  startRecompute,
} from './recompute-run.ts';
