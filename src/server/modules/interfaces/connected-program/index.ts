export { connectedProgramModule } from './routes.ts';
export { type ProgramGrant, grantOfToken } from './token-grant.ts';
export { issuerOf, resourceDocumentAt } from './mount.ts';
