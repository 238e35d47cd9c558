export { previewRemoval, removeWorldIfWanted, wantRemoval } from './remove-world.ts';
export { REMOVED_CHANNEL, worldModule } from './routes.ts';
